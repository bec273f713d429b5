BEGIN TRANSACTION;
CREATE TABLE answer_spans (
	answer INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	candidate TEXT NOT NULL, 
	first INTEGER NOT NULL CONSTRAINT first_counts CHECK (first >= 0), 
	last INTEGER NOT NULL CONSTRAINT last_after_first CHECK (last >= first), 
	severity TEXT NOT NULL, 
	category TEXT NOT NULL, 
	PRIMARY KEY (answer, place), 
	FOREIGN KEY(answer) REFERENCES answers (number), 
	FOREIGN KEY(candidate) REFERENCES candidates (id)
);
INSERT INTO "answer_spans" VALUES(1,0,'984c6ea2240d627a9a5d670af478836a',0,6,'minor','grammar');
INSERT INTO "answer_spans" VALUES(2,0,'43f703ae623bdae39154e0517c722106',0,6,'minor','grammar');
INSERT INTO "answer_spans" VALUES(3,0,'8d0a2f6a1417182fbdb4624e872be069',0,6,'minor','grammar');
CREATE TABLE answer_values (
	answer INTEGER NOT NULL, 
	candidate TEXT NOT NULL, 
	dimension TEXT NOT NULL, 
	value DOUBLE NOT NULL, 
	PRIMARY KEY (answer, candidate, dimension), 
	FOREIGN KEY(answer) REFERENCES answers (number), 
	FOREIGN KEY(candidate) REFERENCES candidates (id)
);
INSERT INTO "answer_values" VALUES(1,'984c6ea2240d627a9a5d670af478836a','esa',4.5);
INSERT INTO "answer_values" VALUES(2,'43f703ae623bdae39154e0517c722106','esa',90.0);
INSERT INTO "answer_values" VALUES(3,'8d0a2f6a1417182fbdb4624e872be069','esa',40.0);
INSERT INTO "answer_values" VALUES(4,'8d0a2f6a1417182fbdb4624e872be069','esa',45.0);
CREATE TABLE answers (
	number INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	judge TEXT NOT NULL, 
	item TEXT NOT NULL, 
	step INTEGER NOT NULL, 
	version INTEGER NOT NULL CONSTRAINT version_counts CHECK (version >= 0), 
	training BOOLEAN NOT NULL, 
	comment TEXT NOT NULL, 
	shown DOUBLE NOT NULL, 
	stored DOUBLE NOT NULL, 
	active DOUBLE CONSTRAINT active_is_positive CHECK (active >= 0), 
	guidelines TEXT NOT NULL, 
	reference TEXT NOT NULL, 
	PRIMARY KEY (number), 
	CONSTRAINT shown_before_stored CHECK (stored >= shown), 
	UNIQUE (judge, item, step, version), 
	UNIQUE ("key"), 
	FOREIGN KEY("key") REFERENCES showings ("key"), 
	FOREIGN KEY(judge) REFERENCES people (name), 
	FOREIGN KEY(item) REFERENCES items (id)
);
INSERT INTO "answers" VALUES(1,'d08497b9cb5a7fde8ab6c686fa13d1d8','judge 1','7f4e57ecc44e3aada56ea5195d6fed78',0,0,1,'naïve ‘日本’ 𝔸',1800000000.0,1800000020.0,12.5,'0b1c3165ccdacc3d','');
INSERT INTO "answers" VALUES(2,'55cac9a1644d69a01ca6773e2422940a','judge 1','858b98721aae5a9a9160202790b15ea5',0,0,0,'naïve ‘日本’ 𝔸',1800000020.0,1800000040.0,12.5,'0b1c3165ccdacc3d','');
INSERT INTO "answers" VALUES(3,'d718dde92bf774ea68fa9a1de344e19b','judge 1','9bb1c9e9c5ed3d7cab4de67fc3ed2e8d',0,0,0,'naïve ‘日本’ 𝔸',1800000040.0,1800000060.0,12.5,'0b1c3165ccdacc3d','');
INSERT INTO "answers" VALUES(4,'438241770c0e6f6ed43f2ecf47bbc99b','judge 1','9bb1c9e9c5ed3d7cab4de67fc3ed2e8d',0,1,0,'',1800000060.0,1800000060.0,NULL,'0b1c3165ccdacc3d','');
CREATE TABLE campaign (
	number INTEGER NOT NULL CONSTRAINT one_campaign CHECK (number = 1), 
	name TEXT NOT NULL, 
	questionnaire TEXT NOT NULL, 
	design TEXT NOT NULL, 
	systems TEXT NOT NULL, 
	judges TEXT NOT NULL, 
	judges_per_output INTEGER NOT NULL, 
	seed TEXT NOT NULL, 
	options TEXT NOT NULL, 
	no_back BOOLEAN NOT NULL, 
	masked BOOLEAN NOT NULL, 
	state TEXT NOT NULL CONSTRAINT state_is_known CHECK (state IN ('open', 'paused', 'closed')), 
	created DOUBLE NOT NULL, 
	completion_code TEXT, 
	PRIMARY KEY (number)
);
INSERT INTO "campaign" VALUES(1,'example','{"name": "esa", "steps": [{"interaction": "mark", "questions": [{"dimension": "esa", "scale": {"name": "ESA", "low": 0.0, "high": 100.0, "kind": "interval", "better": "higher"}, "wording": "How good is it?", "marks": [], "from_spans": false}], "shows": ["source"], "spans": {"severities": ["minor", "major"], "categories": ["meaning", "grammar"], "weights": [], "omissions": true}}], "side_by_side": [1, 1], "context": "document", "guidelines": [["en", "Mark what is wrong."]], "origin": ""}','square','["system-alpha", "system-beta"]','["judge 1", "judge 2"]',1,'12345','[["judges", "2"]]',0,0,'open',1.79498180715245771402e+09,NULL);
CREATE TABLE candidates (
	id TEXT NOT NULL, 
	item TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	thread TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (item, position), 
	FOREIGN KEY(item) REFERENCES items (id)
);
INSERT INTO "candidates" VALUES('43f703ae623bdae39154e0517c722106','858b98721aae5a9a9160202790b15ea5',0,'Output 1 of x: naïve 𝔸 日本.','0f6c21ac67b0b91b95231278add65401');
INSERT INTO "candidates" VALUES('8d0a2f6a1417182fbdb4624e872be069','9bb1c9e9c5ed3d7cab4de67fc3ed2e8d',0,'Output 2 of x: naïve 𝔸 日本.','0f6c21ac67b0b91b95231278add65401');
INSERT INTO "candidates" VALUES('5f15f86012058c1505ac582adc0747ab','0e1d3bbe4bc03e264b1d2e4b5684f826',0,'Output 3 of y: naïve 𝔸 日本.','922dc19824f126065d3a46aa8c24027a');
INSERT INTO "candidates" VALUES('a17f631e538e344de90a238a06bc6054','92e7283ba3002eb00e6bf7d33d27ca91',0,'Output 4 of y: naïve 𝔸 日本.','922dc19824f126065d3a46aa8c24027a');
INSERT INTO "candidates" VALUES('82a7d47fa11ecc7ca2e323c3f91ce047','5fc855e609d71ee0708a2e6d60dfc4a9',0,'Output 5 of x: naïve 𝔸 日本.','582918f7be4a3473bd0c39c523b0f38a');
INSERT INTO "candidates" VALUES('a038a5c722907f11da48c6c27e68e328','b85455bed9041f2896a2a09ccbc31d6d',0,'Output 6 of x: naïve 𝔸 日本.','582918f7be4a3473bd0c39c523b0f38a');
INSERT INTO "candidates" VALUES('984c6ea2240d627a9a5d670af478836a','7f4e57ecc44e3aada56ea5195d6fed78',0,'A good output.','426e523eb7ec49f573c646218c41de48');
CREATE TABLE consents (
	number INTEGER NOT NULL, 
	judge TEXT NOT NULL, 
	guidelines TEXT NOT NULL, 
	language TEXT NOT NULL, 
	given DOUBLE NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(judge) REFERENCES people (name)
);
INSERT INTO "consents" VALUES(1,'judge 1','0b1c3165ccdacc3d','en',1800000000.0);
CREATE TABLE drafts (
	judge TEXT NOT NULL, 
	item TEXT NOT NULL, 
	body BLOB NOT NULL, 
	saved DOUBLE NOT NULL, 
	PRIMARY KEY (judge, item), 
	FOREIGN KEY(judge) REFERENCES people (name), 
	FOREIGN KEY(item) REFERENCES items (id)
);
INSERT INTO "drafts" VALUES('judge 1','5fc855e609d71ee0708a2e6d60dfc4a9',X'7B22657361223A2037307D',1800000060.0);
CREATE TABLE events (
	number INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	happened DOUBLE NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "events" VALUES(1,'pause','',1800000060.0);
INSERT INTO "events" VALUES(2,'resume','',1800000060.0);
CREATE TABLE items (
	id TEXT NOT NULL, 
	pack TEXT, 
	position INTEGER NOT NULL, 
	segment INTEGER NOT NULL, 
	purpose TEXT NOT NULL CONSTRAINT purpose_is_known CHECK (purpose IN ('plan', 'anchor', 'repeat', 'spoilt', 'training')), 
	expected TEXT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (pack, position), 
	CONSTRAINT training_has_no_pack CHECK ((pack IS NULL) = (purpose = 'training')), 
	FOREIGN KEY(pack) REFERENCES packs (id), 
	FOREIGN KEY(segment) REFERENCES segments (number)
);
INSERT INTO "items" VALUES('858b98721aae5a9a9160202790b15ea5','f3924fa67ef0be856648057e9d2ff171',0,1,'plan','[]');
INSERT INTO "items" VALUES('9bb1c9e9c5ed3d7cab4de67fc3ed2e8d','f3924fa67ef0be856648057e9d2ff171',1,2,'plan','[]');
INSERT INTO "items" VALUES('0e1d3bbe4bc03e264b1d2e4b5684f826','6ee1fa0a8a980915b532ea6e58e4fd0c',0,3,'plan','[]');
INSERT INTO "items" VALUES('92e7283ba3002eb00e6bf7d33d27ca91','6ee1fa0a8a980915b532ea6e58e4fd0c',1,4,'plan','[]');
INSERT INTO "items" VALUES('5fc855e609d71ee0708a2e6d60dfc4a9','26ed03cb9b0fd376b4a4ee5f254c4800',0,5,'plan','[]');
INSERT INTO "items" VALUES('b85455bed9041f2896a2a09ccbc31d6d','26ed03cb9b0fd376b4a4ee5f254c4800',1,6,'plan','[]');
INSERT INTO "items" VALUES('7f4e57ecc44e3aada56ea5195d6fed78',NULL,0,7,'training','[{"dimension": "esa", "low": 4, "high": 5, "feedback": "esa is good here.", "candidate": ""}]');
CREATE TABLE origins (
	candidate TEXT NOT NULL, 
	system TEXT NOT NULL, 
	damage TEXT NOT NULL, 
	PRIMARY KEY (candidate), 
	FOREIGN KEY(candidate) REFERENCES candidates (id)
);
INSERT INTO "origins" VALUES('43f703ae623bdae39154e0517c722106','system-alpha','');
INSERT INTO "origins" VALUES('8d0a2f6a1417182fbdb4624e872be069','system-alpha','');
INSERT INTO "origins" VALUES('5f15f86012058c1505ac582adc0747ab','system-beta','');
INSERT INTO "origins" VALUES('a17f631e538e344de90a238a06bc6054','system-beta','');
INSERT INTO "origins" VALUES('82a7d47fa11ecc7ca2e323c3f91ce047','system-alpha','');
INSERT INTO "origins" VALUES('a038a5c722907f11da48c6c27e68e328','system-alpha','');
INSERT INTO "origins" VALUES('984c6ea2240d627a9a5d670af478836a','system-alpha','');
CREATE TABLE packs (
	id TEXT NOT NULL, 
	place INTEGER NOT NULL, 
	planned TEXT, 
	judge TEXT, 
	lease DOUBLE, 
	PRIMARY KEY (id), 
	UNIQUE (place), 
	FOREIGN KEY(judge) REFERENCES people (name)
);
INSERT INTO "packs" VALUES('f3924fa67ef0be856648057e9d2ff171',0,'judge 1','judge 1',NULL);
INSERT INTO "packs" VALUES('6ee1fa0a8a980915b532ea6e58e4fd0c',1,'judge 2','judge 2',NULL);
INSERT INTO "packs" VALUES('26ed03cb9b0fd376b4a4ee5f254c4800',2,NULL,'judge 1',1800007260.0);
CREATE TABLE people (
	name TEXT NOT NULL, 
	role TEXT NOT NULL CONSTRAINT role_is_known CHECK (role IN ('judge', 'lead', 'annotator', 'adjudicator')), 
	code TEXT NOT NULL, 
	most_packs INTEGER, 
	external TEXT, 
	added DOUBLE NOT NULL, 
	revoked DOUBLE, 
	PRIMARY KEY (name), 
	UNIQUE (code)
);
INSERT INTO "people" VALUES('lead','lead','7486965094',NULL,NULL,1.79498180715245771402e+09,NULL);
INSERT INTO "people" VALUES('judge 1','judge','FF3B10C982',NULL,NULL,1.79498180715245771402e+09,NULL);
INSERT INTO "people" VALUES('judge 2','judge','B6D9AB2E17',NULL,NULL,1.79498180715245771402e+09,NULL);
CREATE TABLE questions (
	step INTEGER NOT NULL, 
	dimension TEXT NOT NULL, 
	place INTEGER NOT NULL, 
	low DOUBLE NOT NULL, 
	high DOUBLE NOT NULL, 
	whole_steps BOOLEAN NOT NULL, 
	PRIMARY KEY (step, dimension)
);
INSERT INTO "questions" VALUES(0,'esa',0,0.0,100.0,0);
CREATE TABLE remarks (
	number INTEGER NOT NULL, 
	judge TEXT NOT NULL, 
	item TEXT NOT NULL, 
	kind TEXT NOT NULL CONSTRAINT kind_is_known CHECK (kind IN ('skip', 'flag')), 
	reason TEXT NOT NULL, 
	made DOUBLE NOT NULL, 
	PRIMARY KEY (number), 
	FOREIGN KEY(judge) REFERENCES people (name), 
	FOREIGN KEY(item) REFERENCES items (id)
);
INSERT INTO "remarks" VALUES(1,'judge 1','5fc855e609d71ee0708a2e6d60dfc4a9','flag','typo',1800000060.0);
CREATE TABLE schema_version (
	version INTEGER NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "schema_version" VALUES(1);
CREATE TABLE segments (
	place INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	document TEXT NOT NULL, 
	text_type TEXT NOT NULL, 
	source TEXT, 
	reference TEXT, 
	words INTEGER NOT NULL, 
	source_language TEXT NOT NULL, 
	target_language TEXT NOT NULL, 
	PRIMARY KEY (place), 
	UNIQUE (number)
);
INSERT INTO "segments" VALUES(0,1,'doc1','news','Quelle 1.','Reference 1.',10,'de','en');
INSERT INTO "segments" VALUES(1,2,'doc1','news','Quelle 2.','Reference 2.',10,'de','en');
INSERT INTO "segments" VALUES(2,3,'doc2','news','Quelle 3.','Reference 3.',10,'de','en');
INSERT INTO "segments" VALUES(3,4,'doc2','news','Quelle 4.','Reference 4.',10,'de','en');
INSERT INTO "segments" VALUES(4,5,'doc3','news','Quelle 5.','Reference 5.',10,'de','en');
INSERT INTO "segments" VALUES(5,6,'doc3','news','Quelle 6.','Reference 6.',10,'de','en');
INSERT INTO "segments" VALUES(6,7,'doc4','news','Quelle 7.','Reference 7.',10,'de','en');
CREATE TABLE sessions (
	digest TEXT NOT NULL, 
	selector TEXT NOT NULL, 
	person TEXT NOT NULL, 
	token TEXT NOT NULL, 
	made DOUBLE NOT NULL, 
	expires DOUBLE NOT NULL, 
	ended DOUBLE, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(person) REFERENCES people (name), 
	FOREIGN KEY(token) REFERENCES tokens (digest)
);
INSERT INTO "sessions" VALUES('ad60f354a12464f051571f5cd530ab9a665ff3d520628c0fd312f1f16b5c444b','ad60f354a12464f0','judge 1','b1ed81e008d7c7ec393c6d01f70df418d478db8eed42ce16c8dbc0ccab65ba73',1800000000.0,1800604800.0,NULL);
CREATE TABLE showings (
	"key" TEXT NOT NULL, 
	judge TEXT NOT NULL, 
	item TEXT NOT NULL, 
	step INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	shown DOUBLE NOT NULL, 
	PRIMARY KEY ("key"), 
	UNIQUE (judge, item, step, version), 
	FOREIGN KEY(judge) REFERENCES people (name), 
	FOREIGN KEY(item) REFERENCES items (id)
);
INSERT INTO "showings" VALUES('d08497b9cb5a7fde8ab6c686fa13d1d8','judge 1','7f4e57ecc44e3aada56ea5195d6fed78',0,0,1800000000.0);
INSERT INTO "showings" VALUES('55cac9a1644d69a01ca6773e2422940a','judge 1','858b98721aae5a9a9160202790b15ea5',0,0,1800000020.0);
INSERT INTO "showings" VALUES('d718dde92bf774ea68fa9a1de344e19b','judge 1','9bb1c9e9c5ed3d7cab4de67fc3ed2e8d',0,0,1800000040.0);
INSERT INTO "showings" VALUES('438241770c0e6f6ed43f2ecf47bbc99b','judge 1','9bb1c9e9c5ed3d7cab4de67fc3ed2e8d',0,1,1800000060.0);
INSERT INTO "showings" VALUES('0020189138f6ddf851959f67c8eb5813','judge 1','5fc855e609d71ee0708a2e6d60dfc4a9',0,0,1800000060.0);
CREATE TABLE tokens (
	digest TEXT NOT NULL, 
	selector TEXT NOT NULL, 
	person TEXT NOT NULL, 
	made DOUBLE NOT NULL, 
	expires DOUBLE NOT NULL, 
	revoked DOUBLE, 
	PRIMARY KEY (digest), 
	FOREIGN KEY(person) REFERENCES people (name)
);
INSERT INTO "tokens" VALUES('b1ed81e008d7c7ec393c6d01f70df418d478db8eed42ce16c8dbc0ccab65ba73','b1ed81e008d7c7ec','judge 1',1800000000.0,1805184000.0,NULL);
INSERT INTO "tokens" VALUES('5d3412a77a42a81d16c4b12999639ca6e5e14c911957f8bc0b3a7d8367a75295','5d3412a77a42a81d','judge 2',1800000000.0,1805184000.0,NULL);
INSERT INTO "tokens" VALUES('3c4c872a80cc6d2af3d169a90ff9ed5596f14a5c335d6b56c6171a6d3b3d795f','3c4c872a80cc6d2a','lead',1800000000.0,1805184000.0,NULL);
CREATE INDEX ix_tokens_selector ON tokens (selector);
CREATE INDEX ix_packs_judge ON packs (judge);
CREATE INDEX ix_sessions_selector ON sessions (selector);
CREATE UNIQUE INDEX answered_once ON answers (item, step, version) WHERE training = 0;
CREATE TRIGGER answers_no_update BEFORE UPDATE ON answers BEGIN SELECT RAISE(ABORT, 'answers only grows'); END;
CREATE TRIGGER answers_no_delete BEFORE DELETE ON answers BEGIN SELECT RAISE(ABORT, 'answers only grows'); END;
CREATE TRIGGER answer_values_no_update BEFORE UPDATE ON answer_values BEGIN SELECT RAISE(ABORT, 'answer_values only grows'); END;
CREATE TRIGGER answer_values_no_delete BEFORE DELETE ON answer_values BEGIN SELECT RAISE(ABORT, 'answer_values only grows'); END;
CREATE TRIGGER answer_spans_no_update BEFORE UPDATE ON answer_spans BEGIN SELECT RAISE(ABORT, 'answer_spans only grows'); END;
CREATE TRIGGER answer_spans_no_delete BEFORE DELETE ON answer_spans BEGIN SELECT RAISE(ABORT, 'answer_spans only grows'); END;
CREATE TRIGGER consents_no_update BEFORE UPDATE ON consents BEGIN SELECT RAISE(ABORT, 'consents only grows'); END;
CREATE TRIGGER consents_no_delete BEFORE DELETE ON consents BEGIN SELECT RAISE(ABORT, 'consents only grows'); END;
CREATE TRIGGER remarks_no_update BEFORE UPDATE ON remarks BEGIN SELECT RAISE(ABORT, 'remarks only grows'); END;
CREATE TRIGGER remarks_no_delete BEFORE DELETE ON remarks BEGIN SELECT RAISE(ABORT, 'remarks only grows'); END;
CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events only grows'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events only grows'); END;
CREATE TRIGGER value_is_on_scale BEFORE INSERT ON answer_values WHEN NOT EXISTS (
    SELECT 1 FROM answers JOIN questions ON questions.step = answers.step
    WHERE answers.number = NEW.answer AND questions.dimension = NEW.dimension
      AND NEW.value >= questions.low AND NEW.value <= questions.high
      AND (NOT questions.whole_steps OR NEW.value = ROUND(NEW.value))
) BEGIN SELECT RAISE(ABORT, 'value is off its scale'); END;
COMMIT;
