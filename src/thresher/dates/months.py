"""The names of the months in many languages, as they stand in dates: full, inflected and short.

Each line has twelve entries, January first; the forms of one month are separated by slashes, an underscore is a blank.
Forms that only add a full stop, capital letters or vowel marks are not listed: words are compared without these.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

#: Language, then its months. Where two languages disagree about a word (*listopad*), the page's language decides,
#: and else the first line that has it.
MONTHS: dict[str, str] = {
    "en": "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sept/sep"
    " october/oct november/nov december/dec",
    "de": "januar/jänner/jan februar/feber/feb märz/mär/mrz april/apr mai juni/jun juli/jul august/aug"
    " september/sept/sep oktober/okt november/nov dezember/dez",
    "fr": "janvier/janv/jan février/févr/fév mars/mar avril/avr mai juin/jun juillet/juil/jul août/aou"
    " septembre/sept octobre/oct novembre/nov décembre/déc",
    "es": "enero/ene febrero/feb marzo/mar abril/abr mayo/may junio/jun julio/jul agosto/ago"
    " septiembre/setiembre/sept/sep/set octubre/oct noviembre/nov diciembre/dic",
    "pt": "janeiro/jan fevereiro/fev março/mar abril/abr maio/mai junho/jun julho/jul agosto/ago setembro/set"
    " outubro/out novembro/nov dezembro/dez",
    "it": "gennaio/gen febbraio/feb marzo/mar aprile/apr maggio/mag giugno/giu luglio/lug agosto/ago"
    " settembre/sett/set ottobre/ott novembre/nov dicembre/dic",
    "ca": "gener/gen febrer/febr març abril/abr maig juny juliol/jul agost/ag setembre/set octubre/oct novembre/nov"
    " desembre/des",
    "nl": "januari/jan februari/feb maart/mrt april/apr mei juni/jun juli/jul augustus/aug september/sep oktober/okt"
    " november/nov december/dec",
    "sv": "januari/jan februari/feb mars/mar april/apr maj juni/jun juli/jul augusti/aug september/sep oktober/okt"
    " november/nov december/dec",
    "da": "januar/jan februar/feb marts/mar april/apr maj juni/jun juli/jul august/aug september/sep oktober/okt"
    " november/nov december/dec",
    "no": "januar/jan februar/feb mars/mar april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt"
    " november/nov desember/des",
    "is": "janúar/jan febrúar/feb mars/mar apríl/apr maí júní/jún júlí/júl ágúst/ágú september/sep október/okt"
    " nóvember/nóv desember/des",
    "fi": "tammikuuta/tammikuu/tammi helmikuuta/helmikuu/helmi maaliskuuta/maaliskuu/maalis huhtikuuta/huhtikuu/huhti"
    " toukokuuta/toukokuu/touko kesäkuuta/kesäkuu/kesä heinäkuuta/heinäkuu/heinä elokuuta/elokuu/elo"
    " syyskuuta/syyskuu/syys lokakuuta/lokakuu/loka marraskuuta/marraskuu/marras joulukuuta/joulukuu/joulu",
    "et": "jaanuar/jaan veebruar/veebr märts aprill/apr mai juuni juuli august/aug september/sept oktoober/okt"
    " november/nov detsember/dets",
    "lv": "janvāris/janvārī/janv februāris/februārī/febr marts/martā aprīlis/aprīlī/apr maijs/maijā jūnijs/jūnijā/jūn"
    " jūlijs/jūlijā/jūl augusts/augustā/aug septembris/septembrī/sept oktobris/oktobrī/okt novembris/novembrī/nov"
    " decembris/decembrī/dec",
    "lt": "sausio/sausis vasario/vasaris kovo/kovas balandžio/balandis gegužės/gegužė birželio/birželis"
    " liepos/liepa rugpjūčio/rugpjūtis rugsėjo/rugsėjis spalio/spalis lapkričio/lapkritis gruodžio/gruodis",
    "pl": "stycznia/styczeń/sty lutego/luty/lut marca/marzec/mar kwietnia/kwiecień/kwi maja/maj czerwca/czerwiec/cze"
    " lipca/lipiec/lip sierpnia/sierpień/sie września/wrzesień/wrz października/październik/paź"
    " listopada/listopad/lis grudnia/grudzień/gru",
    "cs": "ledna/leden/led února/únor/úno března/březen/bře dubna/duben/dub května/květen/kvě června/červen/čvn"
    " července/červenec/čvc srpna/srpen/srp září/zář října/říjen/říj listopadu/listopad/lis prosince/prosinec/pro",
    "sk": "januára/január/jan februára/február/feb marca/marec/mar apríla/apríl/apr mája/máj júna/jún júla/júl"
    " augusta/august/aug septembra/september/sep októbra/október/okt novembra/november/nov decembra/december/dec",
    "sl": "januarja/januar/jan februarja/februar/feb marca/marec/mar aprila/april/apr maja/maj junija/junij/jun"
    " julija/julij/jul avgusta/avgust/avg septembra/september/sep oktobra/oktober/okt novembra/november/nov"
    " decembra/december/dec",
    "hr": "siječnja/siječanj/sij veljače/veljača/velj ožujka/ožujak/ožu travnja/travanj/tra svibnja/svibanj/svi"
    " lipnja/lipanj/lip srpnja/srpanj/srp kolovoza/kolovoz/kol rujna/rujan/ruj listopada/listopad/lis"
    " studenoga/studenog/studeni/stu prosinca/prosinac/pro",
    "sr": "januar/januara/jan/јануар/јануара/јан februar/februara/feb/фебруар/фебруара/феб mart/marta/mar/март/марта"
    " april/aprila/apr/април/априла maj/maja/мај/маја jun/juna/јун/јуна jul/jula/јул/јула avgust/avgusta/avg/август/"
    "августа septembar/septembra/sep/септембар/септембра oktobar/oktobra/okt/октобар/октобра novembar/novembra/nov/"
    "новембар/новембра decembar/decembra/dec/децембар/децембра",
    "hu": "január/jan február/febr/feb március/márc/már április/ápr május/máj június/jún július/júl augusztus/aug"
    " szeptember/szept október/okt november/nov december/dec",
    "ro": "ianuarie/ian februarie/feb martie/mar aprilie/apr mai iunie/iun iulie/iul august/aug septembrie/sept/sep"
    " octombrie/oct noiembrie/nov/noi decembrie/dec",
    "sq": "janar/jan shkurt/shk mars/mar prill/pri maj qershor/qer korrik/korr gusht/gush shtator/sht tetor/tet"
    " nëntor/nën dhjetor/dhj",
    "tr": "ocak/oca şubat/şub mart/mar nisan/nis mayıs/may haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki"
    " kasım/kas aralık/ara",
    "az": "yanvar fevral mart aprel may iyun iyul avqust sentyabr oktyabr noyabr dekabr",
    "el": "ιανουαρίου/ιανουάριος/ιαν φεβρουαρίου/φεβρουάριος/φεβ μαρτίου/μάρτιος/μαρ απριλίου/απρίλιος/απρ"
    " μαΐου/μάιος/μαι ιουνίου/ιούνιος/ιουν ιουλίου/ιούλιος/ιουλ αυγούστου/αύγουστος/αυγ"
    " σεπτεμβρίου/σεπτέμβριος/σεπ/σεπτ οκτωβρίου/οκτώβριος/οκτ νοεμβρίου/νοέμβριος/νοε/νοεμ"
    " δεκεμβρίου/δεκέμβριος/δεκ",
    "ru": "января/январь/янв февраля/февраль/фев/февр марта/март/мар апреля/апрель/апр мая/май июня/июнь/июн"
    " июля/июль/июл августа/август/авг сентября/сентябрь/сен/сент октября/октябрь/окт ноября/ноябрь/ноя/нояб"
    " декабря/декабрь/дек",
    "uk": "січня/січень/січ лютого/лютий/лют березня/березень/бер квітня/квітень/квіт травня/травень/трав"
    " червня/червень/черв липня/липень/лип серпня/серпень/серп вересня/вересень/вер жовтня/жовтень/жовт"
    " листопада/листопад/лист грудня/грудень/груд",
    "be": "студзеня/студзень лютага/люты сакавіка/сакавік красавіка/красавік мая/май чэрвеня/чэрвень ліпеня/ліпень"
    " жніўня/жнівень верасня/верасень кастрычніка/кастрычнік лістапада/лістапад снежня/снежань",
    "bg": "януари/яну февруари/фев март/мар април/апр май юни юли август/авг септември/сеп октомври/окт ноември/ное"
    " декември/дек",
    "mk": "јануари/јан февруари/фев март/мар април/апр мај јуни/јун јули/јул август/авг септември/сеп октомври/окт"
    " ноември/ное декември/дек",
    "kk": "қаңтар/қаң ақпан/ақп наурыз/нау сәуір/сәу мамыр/мам маусым/мау шілде/шіл тамыз/там қыркүйек/қыр қазан/қаз"
    " қараша/қар желтоқсан/жел",
    "hy": "հունվարի/հունվար փետրվարի/փետրվար մարտի/մարտ ապրիլի/ապրիլ մայիսի/մայիս հունիսի/հունիս հուլիսի/հուլիս"
    " օգոստոսի/օգոստոս սեպտեմբերի/սեպտեմբեր հոկտեմբերի/հոկտեմբեր նոյեմբերի/նոյեմբեր դեկտեմբերի/դեկտեմբեր",
    "ka": "იანვარი/იანვარს/იან თებერვალი/თებერვალს/თებ მარტი/მარტს/მარ აპრილი/აპრილს/აპრ მაისი/მაისს/მაი"
    " ივნისი/ივნისს/ივნ ივლისი/ივლისს/ივლ აგვისტო/აგვისტოს/აგვ სექტემბერი/სექტემბერს/სექ ოქტომბერი/ოქტომბერს/ოქტ"
    " ნოემბერი/ნოემბერს/ნოე დეკემბერი/დეკემბერს/დეკ",
    "ar": "يناير/كانون_الثاني/جانفي فبراير/شباط/فيفري مارس/آذار/مارس أبريل/نيسان/ابريل/إبريل/أفريل مايو/أيار/ماي"
    " يونيو/حزيران/يونيه/جوان يوليو/تموز/يوليه/جويلية أغسطس/آب/اغسطس/أوت/غشت سبتمبر/أيلول/شتنبر أكتوبر/تشرين_الأول/"
    "اكتوبر نوفمبر/تشرين_الثاني/نونبر ديسمبر/كانون_الأول/دجنبر",
    "he": "ינואר/ינו פברואר/פבר מרץ/מרס אפריל/אפר מאי יוני יולי אוגוסט/אוג ספטמבר/ספט אוקטובר/אוק נובמבר/נוב דצמבר/דצמ",
    "fa": "ژانویه فوریه مارس آوریل مه/می ژوئن ژوئیه/جولای اوت/آگوست سپتامبر اکتبر نوامبر دسامبر",
    "ur": "جنوری فروری مارچ اپریل مئی جون جولائی اگست ستمبر اکتوبر نومبر دسمبر",
    "hi": "जनवरी/जन फ़रवरी/फरवरी/फर मार्च अप्रैल मई जून जुलाई अगस्त/अग सितंबर/सितम्बर/सित अक्टूबर/अक्तूबर/अक्टू"
    " नवंबर/नवम्बर/नव दिसंबर/दिसम्बर/दिस",
    "bn": "জানুয়ারি/জানুয়ারী/জানু ফেব্রুয়ারি/ফেব্রুয়ারী মার্চ এপ্রিল মে জুন জুলাই আগস্ট/অগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
    "ta": "ஜனவரி/ஜன பிப்ரவரி/பிப் மார்ச் ஏப்ரல்/ஏப் மே ஜூன் ஜூலை ஆகஸ்ட்/ஆக செப்டம்பர்/செப் அக்டோபர்/அக் நவம்பர்/நவ டிசம்பர்/டிச",
    "te": "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై/జూలై ఆగస్టు/ఆగస్ట్ సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్",
    "th": "มกราคม/ม.ค กุมภาพันธ์/ก.พ มีนาคม/มี.ค เมษายน/เม.ย พฤษภาคม/พ.ค มิถุนายน/มิ.ย กรกฎาคม/ก.ค สิงหาคม/ส.ค"
    " กันยายน/ก.ย ตุลาคม/ต.ค พฤศจิกายน/พ.ย ธันวาคม/ธ.ค",
    "id": "januari/jan februari/feb maret/mar april/apr mei juni/jun juli/jul agustus/agu september/sep oktober/okt"
    " november/nov desember/des",
    "ms": "januari/jan februari/feb mac april/apr mei jun julai/jul ogos/ogo september/sep oktober/okt november/nov"
    " disember/dis",
    "tl": "enero/ene pebrero/peb marso/mar abril/abr mayo hunyo/hun hulyo/hul agosto/ago setyembre/set oktubre/okt"
    " nobyembre/nob disyembre/dis",
    "sw": "januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba",
    "eu": "urtarrilak/urtarrilaren/urtarrila otsailak/otsailaren/otsaila martxoak/martxoaren/martxoa"
    " apirilak/apirilaren/apirila maiatzak/maiatzaren/maiatza ekainak/ekainaren/ekaina uztailak/uztailaren/uztaila"
    " abuztuak/abuztuaren/abuztua irailak/irailaren/iraila urriak/urriaren/urria azaroak/azaroaren/azaroa"
    " abenduak/abenduaren/abendua",
}

#: The months of the Iranian solar calendar, which begins with spring.
SOLAR_MONTHS = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند"

#: So many letters tell the beginnings of months from those of most other words.
BEGINNING_CHARS = 3
#: Prefixes that are written together with a month: Hebrew and Arabic "in" and "and".
PREFIXES = ("ב", "ל", "و", "في")


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """A word as months are compared: small letters, without vowel marks, accents and full stops at the end.

    >>> plain("Févr."), plain("ΜΑΪ́ΟΥ"), plain("Ağu")
    ('fevr', 'μαιου', 'agu')
    """
    if word.isascii():
        return word.lower().strip(".")
    parts = unicodedata.normalize("NFKD", word.casefold())
    # Marks of Indic and Thai vowels are letters to their readers.
    kept = (char for char in parts if unicodedata.category(char) != "Mn" or char >= "\u0900")
    return unicodedata.normalize("NFC", "".join(kept)).strip(".").replace("ς", "σ")


@cache
def _numbers() -> dict[str, dict[str, int]]:
    """Word: the languages that have it, and the number of the month in each."""
    known: dict[str, dict[str, int]] = {}
    for language, line in MONTHS.items():
        for number, forms in enumerate(line.split(), start=1):
            for form in forms.split("/"):
                known.setdefault(plain(form.replace("_", " ")), {}).setdefault(language, number)
    return known


@cache
def beginnings() -> frozenset[str]:
    """The first letters of the names of months that can be written without accents: a quick look for one of them.

    >>> "sep" in beginnings(), "sow" in beginnings()
    (True, False)
    """
    return frozenset(name[:BEGINNING_CHARS] for name in _numbers() if name.isascii())


def month_number(word: str, language: str = "") -> int | None:
    """The number of the month that *word* names; *language* decides where languages disagree.

    >>> month_number("Sept."), month_number("listopada"), month_number("listopada", "hr"), month_number("sow")
    (9, 11, 10, None)
    """
    known = _numbers()
    name = plain(word)
    found = known.get(name)
    if found is None:
        bare = next((name.removeprefix(each) for each in PREFIXES if name.startswith(each)), name)
        found = known.get(bare)
    if not found:
        return None
    return found.get(language) or next(iter(found.values()))


@cache
def _solar() -> dict[str, int]:
    return {plain(name): number for number, name in enumerate(SOLAR_MONTHS.split(), start=1)}


def solar_month_number(word: str) -> int | None:
    """The number of the month of the Iranian calendar that *word* names.

    >>> solar_month_number("شهریور")
    6
    """
    return _solar().get(plain(word))
