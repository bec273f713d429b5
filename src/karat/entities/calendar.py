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
    alone: str = ""  # months that are no other word, so that they are dates without a number
    between: str = ""  # what may stand between day, month and year
    hours: str = ""
    before_year: str = ""


WORDS = {
    "en": Words(
        months="January February March April May June July August September October November December "
        r"Jan\. Feb\. Mar\. Apr\. Aug\. Sept?\. Oct\. Nov\. Dec\.",
        alone="January February April June July August September October November December",
        days="Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
        currencies="dollars? euros? pounds? yen yuan rubles? roubles? francs? rupees? pesos? cents? pence",
        percent=r"per\s?cent percentage\spoints?",
        scales="hundred thousand million billion trillion",
        between="of the",
        hours=r"a\.?m\.?(?!\w) p\.?m\.?(?!\w) o'clock o’clock",
        before_year="in since until by before after during year",
    ),
    "de": Words(
        months="Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember",
        alone="Januar Februar März April Juni Juli August September Oktober November Dezember",
        days="Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonnabend Sonntag",
        currencies="Euro Dollar Pfund Yen Yuan Rubel Franken Cent Kronen",
        percent=r"Prozent Prozentpunkten? v\.\s?H\.",
        scales="hundert tausend Millionen? Milliarden? Billionen? Mio\\. Mrd\\.",
        hours="Uhr",
        before_year="Jahr Jahre seit bis in vor nach",
    ),
    "nl": Words(
        months="januari februari maart april mei juni juli augustus september oktober november december",
        alone="januari februari april juni juli augustus september oktober november december",
        days="maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
        currencies="euro dollars? pond yen yuan roebels? frank cents?",
        percent="procent",
        scales="honderd duizend miljoen miljard biljoen",
        hours="uur",
        before_year="in sinds tot vanaf jaar",
    ),
    "fr": Words(
        months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        alone="janvier février avril juin juillet août septembre octobre novembre décembre",
        days="lundi mardi mercredi jeudi vendredi samedi dimanche",
        currencies="euros? dollars? livres yens? yuans? roubles? francs? centimes?",
        percent=r"pour\scent",
        scales="cents? mille millions? milliards? billions?",
        between="de d’ d'",
        hours="heures? h",
        before_year="en depuis avant après année",
    ),
    "es": Words(
        months="enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre "
        "noviembre diciembre",
        alone="enero febrero abril junio julio agosto septiembre octubre noviembre diciembre",
        days="lunes martes miércoles jueves viernes sábado domingo",
        currencies="euros? dólar(?:es)? libras? yenes yen yuanes yuan rublos? francos? pesos? céntimos?",
        percent=r"por\sciento",
        scales="cien cientos mil millón millones billones",
        between="de del",
        hours="horas h",
        before_year="en desde hasta año",
    ),
    "it": Words(
        months="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
        "novembre dicembre",
        alone="gennaio febbraio aprile giugno luglio agosto settembre ottobre novembre dicembre",
        days="lunedì martedì mercoledì giovedì venerdì sabato domenica",
        currencies="euro dollar[oi] sterlin[ae] yen yuan rubl[oi] franch[io] centesimi",
        percent=r"per\scento",
        scales="cento mila milion[ei] miliard[oi]",
        between="del di",
        hours="ore",
        before_year="nel dal fino anno",
    ),
    "pt": Words(
        months="janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        alone="janeiro fevereiro abril junho julho agosto setembro outubro novembro dezembro",
        days="segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
        currencies="euros? dólar(?:es)? libras? ienes? yuans? rublos? francos? rea(?:l|is) centavos?",
        percent=r"por\scento",
        scales="cem mil milhão milhões bilhão bilhões trilhões",
        between="de do",
        hours="horas h",
        before_year="em desde até ano",
    ),
    "ru": Words(
        months="январ[ьяе] феврал[ьяе] март[ае]? апрел[ьяе] ма[йяе] июн[ьяе] июл[ьяе] август[ае]? "
        "сентябр[ьяе] октябр[ьяе] ноябр[ьяе] декабр[ьяе]",
        alone="январ[ьяе] феврал[ьяе] апрел[ьяе] июн[ьяе] июл[ьяе] сентябр[ьяе] "
        "октябр[ьяе] ноябр[ьяе] декабр[ьяе]",
        days="понедельник\\w? вторник\\w? сред[ауы] четверг\\w? пятниц[ауы] суббот[ауы] воскресень[ея]",
        currencies="рубл\\w+ доллар\\w* евро фунт\\w* иен\\w* юан\\w+ франк\\w* копе\\w+",
        percent="процент\\w*",
        scales="сот\\w+ тысяч\\w* миллион\\w* миллиард\\w* триллион\\w*",
        hours="час(?:а|ов)? ч\\.",
        before_year="в с до году",
    ),
    "ar": Words(
        months="يناير فبراير مارس أبريل ابريل إبريل مايو يونيو يوليو أغسطس اغسطس "
        "سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر شباط آذار نيسان أيار حزيران تموز أيلول",
        alone="يناير فبراير أبريل ابريل يونيو يوليو أغسطس اغسطس سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر",
        days="الاثنين الإثنين الثلاثاء الأربعاء الاربعاء الخميس الجمعة السبت الأحد",
        currencies="دولارا? دولارات يورو جنيه روبل ريال ين يوان فرنك",
        percent=r"في\sالمئة في\sالمائة بالمئة بالمائة",
        scales="مئة مائة ألف آلاف مليون ملايين مليار",
        before_year="عام سنة العام",
    ),
    "zh": Words(
        months="",
        days="(?:星期|週|周|礼拜|禮拜)[一二三四五六日天]",
        currencies="美元 欧元 歐元 人民币 人民幣 元 英镑 英鎊 日元 日圓 卢布 盧布 法郎 港元 港币",
        percent="",
        scales="百 千 万 萬 亿 億 百万 千万 百萬 千萬",
    ),
    "ja": Words(
        months="",
        days="[月火水木金土日]曜日?",
        currencies="円 ドル ユーロ ポンド 元 ルーブル フラン セント",
        percent="パーセント ％",
        scales="百 千 万 億 兆",
    ),
}

SYMBOLS = "$€£¥₽₹₩₺"
CODES = "USD EUR GBP JPY CNY RUB CHF INR CAD AUD BRL"
