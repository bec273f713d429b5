"""Names of months, days and currencies, and the words around them: what the rules of `rules` are made of.

Every word is a pattern of `re`.
"""

from __future__ import annotations

from karat.records import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    months: str
    days: str
    currencies: str
    percent: str
    scales: str = ""
    alone: str = ""  # months that are no other word here, so that they are dates without a number
    between: str = ""  # what may stand between day, month and year
    hours: str = ""
    before_year: str = ""
    relative: str = ""  # days that today decides
    times: str = ""  # times of day without a number
    before_clock: str = ""  # words after which 17.30 is a time
    decades: str = ""
    short_scales: str = ""  # million and the like as money has them: $5bn


WORDS = {
    "en": Words(
        months="January February March April May June July August September October November December "
        r"Jan\. Feb\. Mar\. Apr\. Aug\. Sept?\. Oct\. Nov\. Dec\.",
        alone="January February April June July August September October November December "
        r"(?<=[Ii]n\s)March (?<=[Ii]n\s)May (?<=last\s)March (?<=last\s)May (?<=next\s)March (?<=next\s)May",
        days="Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        currencies="dollars? euros? pounds? yen yuan rubles? roubles? francs? rupees? pesos? cents? pence",
        percent=r"per\s?cent percentage\spoints?",
        scales="hundred thousand million billion trillion",
        between="of the",
        hours=r"a\.?m\.?(?!\w) p\.?m\.?(?!\w) o'clock o’clock",
        before_year="in since until by before after during year",
        relative="yesterday today tomorrow",
        times="noon midday midnight tonight",
        before_clock="at until till from",
        decades=r"(?:1[5-9]|20)\d0s ['’]\d0s",
        short_scales="bn mn m tn trn k",
    ),
    "de": Words(
        months="Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember",
        alone="Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember",
        days="Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag",
        currencies="Euro Dollar Pfund Yen Yuan Rubel Franken Cent Kronen",
        percent=r"Prozent Prozentpunkten? v\.\s?H\.",
        scales="hundert tausend Millionen? Milliarden? Billionen? Mio\\. Mrd\\.",
        hours="Uhr",
        before_year="Jahr Jahre seit bis in vor nach",
        # Without a small letter, Morgen is the morning.
        relative="vorgestern gestern heute (?-i:morgen) übermorgen",
        times="Mittag mittags Mitternacht",
        before_clock="um ab bis gegen",
        decades=r"(?:(?:1[5-9]|20)?\d0er)(?:n|\sJahren?)? "
        r"(?:Zwanziger|Dreißiger|Vierziger|Fünfziger|Sechziger|Siebziger|Achtziger|Neunziger)(?:\sJahren?|jahren?)",
        short_scales="Mrd Mio Mrd\\. Mio\\.",
    ),
    "nl": Words(
        months="januari februari maart april mei juni juli augustus september oktober november december",
        alone="januari februari maart april mei juni juli augustus september oktober november december",
        days="maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
        currencies="euro dollars? pond yen yuan roebels? frank cents?",
        percent="procent",
        scales="honderd duizend miljoen miljard biljoen",
        hours="uur",
        before_year="in sinds tot vanaf jaar",
        relative="eergisteren gisteren vandaag (?<!goede\\s)morgen overmorgen",
        times=r"middernacht twaalf\suur\s's\s(?:middags|nachts)",
        before_clock="om vanaf tot rond",
        decades=r"jaren\s['’]?(?:1[5-9]|20)?\d0 "
        r"jaren\s(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)",
        short_scales="mln mld mln\\. mld\\.",
    ),
    "fr": Words(
        months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        alone="janvier février avril mai juin juillet août septembre octobre novembre décembre",
        days="lundi mardi mercredi jeudi vendredi samedi dimanche",
        currencies="euros? dollars? livres yens? yuans? roubles? francs? centimes?",
        percent=r"pour\scent",
        scales="cents? mille millions? milliards? billions?",
        between="de d’ d'",
        hours="heures? h",
        before_year="en depuis avant après année",
        relative="avant-hier hier aujourd['’]hui demain après-demain",
        times="(?-i:midi)(?!-) minuit",  # the Midi is a region
        before_clock="à vers dès",
        decades=r"années\s(?:1[5-9]|20)?\d0 "
        r"années\s(?:vingt|trente|quarante|cinquante|soixante(?:-dix)?|quatre-vingt(?:-dix)?)",
        short_scales="Mds? M k",
    ),
    "es": Words(
        months="enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre "
        "noviembre diciembre",
        alone="enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre "
        "noviembre diciembre",
        days="lunes martes miércoles jueves viernes sábado domingo",
        currencies="euros? dólar(?:es)? libras? yenes yen yuanes yuan rublos? francos? pesos? céntimos?",
        percent=r"por\sciento",
        scales="cien cientos mil millón millones billones",
        between="de del",
        hours="horas h",
        before_year="en desde hasta año",
        relative=r"anteayer ayer hoy (?<!la\s)(?<!esta\s)mañana",
        times="mediodía medianoche",
        before_clock=r"a\slas las",
        decades=r"años\s['’]?(?:1[5-9]|20)?\d0 "
        r"años\s(?:veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)",
        short_scales="M mln mill\\. k",
    ),
    "it": Words(
        months="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
        "novembre dicembre",
        alone="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        days="lunedì martedì mercoledì giovedì venerdì sabato domenica",
        currencies="euro dollar[oi] sterlin[ae] yen yuan rubl[oi] franch[io] centesimi",
        percent=r"per\scento",
        scales="cento mila milion[ei] miliard[oi]",
        between="del di",
        hours="ore",
        before_year="nel dal fino anno",
        relative=r"ieri\sl['’]altro ieri oggi domani dopodomani",
        times="(?-i:mezzogiorno) mezzanotte",  # the Mezzogiorno is a region
        before_clock="alle dalle ore",
        decades=r"anni\s['’]?(?:1[5-9]|20)?\d0 "
        r"anni\s(?:venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta|novanta)",
        short_scales="mln mld mln\\. mld\\.",
    ),
    "pt": Words(
        months="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        alone="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        days="segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
        currencies="euros? dólar(?:es)? libras? ienes? yuans? rublos? francos? rea(?:l|is) centavos?",
        percent=r"por\scento",
        scales="cem mil milhão milhões bilhão bilhões trilhões",
        between="de do",
        hours="horas h",
        before_year="em desde até ano",
        relative="anteontem ontem hoje amanhã",
        times="meio-dia meia-noite",
        before_clock="às as",
        decades=r"anos\s['’]?(?:1[5-9]|20)?\d0 "
        r"anos\s(?:vinte|trinta|quarenta|cinquenta|sessenta|setenta|oitenta|noventa)",
        short_scales="mi bi mil",
    ),
    "ru": Words(
        months="январ[ьяе] феврал[ьяе] март[ае]? апрел[ьяе] ма[йяе] июн[ьяе] июл[ьяе] август[ае]? "
        "сентябр[ьяе] октябр[ьяе] ноябр[ьяе] декабр[ьяе]",
        alone="январ[ьяе] феврал[ьяе] март[ае]? апрел[ьяе] ма[йяе] июн[ьяе] июл[ьяе] август[ае]? "
        "сентябр[ьяе] октябр[ьяе] ноябр[ьяе] декабр[ьяе]",
        days="понедельник\\w? вторник\\w? сред[ауы] четверг\\w? пятниц[ауы] суббот[ауы] воскресень[ея]",
        currencies="рубл\\w+ доллар\\w* евро фунт\\w* иен\\w* юан\\w+ франк\\w* копе\\w+",
        percent="процент\\w*",
        scales="сот\\w+ тысяч\\w* миллион\\w* миллиард\\w* триллион\\w*",
        hours="час(?:а|ов)? ч\\.",
        before_year="в с до году",
        relative="позавчера вчера сегодня завтра послезавтра",
        times="полдень полночь полудня полуночи",
        before_clock="в с до к около",
        decades=r"(?:(?:1[5-9]|20)?\d0-[хе]\w*)(?:\sгод\w+)?",
        short_scales="млн млрд трлн тыс\\.",
    ),
    "ar": Words(
        months="يناير فبراير مارس أبريل ابريل إبريل مايو يونيو يوليو أغسطس اغسطس "
        "سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر شباط آذار نيسان أيار حزيران تموز آب أيلول "
        r"كانون\sالأول كانون\sالثاني تشرين\sالأول تشرين\sالثاني",
        alone="يناير فبراير أبريل ابريل يونيو يوليو أغسطس اغسطس سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر "
        r"شباط آذار نيسان أيار حزيران تموز أيلول كانون\sالأول كانون\sالثاني تشرين\sالأول تشرين\sالثاني",
        days="الاثنين الإثنين الثلاثاء الأربعاء الاربعاء الخميس الجمعة السبت الأحد",
        currencies="دولارا? دولارات يورو جنيه روبل ريال ين يوان فرنك",
        percent=r"في\sالمئة في\sالمائة بالمئة بالمائة",
        scales="مئة مائة ألف آلاف مليون ملايين مليار",
        hours="صباحا صباحًا صباحاً مساء مساءً ظهرا ظهرًا ظهراً",
        before_year="عام سنة العام",
        relative="أمس اليوم غدا غداً",
        times=r"منتصف\sالليل الظهر",
        before_clock="الساعة",
        decades="(?:العشرين|الثلاثين|الأربعين|الخمسين|الستين|السبعين|الثمانين|التسعين)(?:ي?ات)",
    ),
    "zh": Words(
        months="",
        days="(?:星期|週|周|礼拜|禮拜)[一二三四五六日天]",
        currencies="美元 欧元 歐元 人民币 人民幣 元 英镑 英鎊 日元 日圓 卢布 盧布 法郎 港元 港币",
        percent="",
        scales="百 千 万 萬 亿 億 百万 千万 百萬 千萬",
        relative="前天 昨天 今天 明天 后天 後天 昨日 今日 明日",
        times="中午 正午 午夜 半夜",
    ),
    "ja": Words(
        months="",
        days="[月火水木金土日]曜日?",
        currencies="円 ドル ユーロ ポンド 元 ルーブル フラン セント",
        percent="パーセント ％",
        scales="百 千 万 億 兆",
        relative="一昨日 昨日 今日 明日 明後日",
        times="正午 真夜中",
    ),
}

SYMBOLS = "$€£¥₽₹₩₺"
CODES = "USD EUR GBP JPY CNY RUB CHF INR CAD AUD BRL"
