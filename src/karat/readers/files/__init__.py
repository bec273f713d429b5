"""Files before anybody knows what they hold: opened, decoded, cut into lines or columns."""
