"""Units and currencies as they are written, row by row (numbers.md, section 4, Units known).

Text only
`units_lookup.py` makes tables of it. A row has five fields: dimension, scale in the dimension's own
unit, name; symbols, whose case counts; names in all languages in lower case; Russian stems, to which endings
are added; prefixes of the SI. A symbol after `-` stands only with a prefix. A line that begins with `+` adds
names to the row above.
"""

from __future__ import annotations

UNITS = """
length 1 metre; m м; metre, metres, meter, meters, metern, mètre, mètres, metro, metros; метр; kMmµncdhp
mass 1 gram; g -г; gram, grams, gramme, grammes, gramm, gramo, gramos; грамм; kMmµncdhpf
time 1 second; s -с; sec, secs, сек, sek, second, seconds, sekunde, sekunden, seconde; секунд; mµnpf
+ secondes, segundo
+ segundos, seg
+ секундным, секундном, секундная, секундной, секундную, секундное, секундные, секундных, секундными
+ sekündig, sekündige, sekündigen, sekündiger, sekündiges, sekündigem, секундный, секундного, секундному
volume 1 litre; l L л ℓ; litre, litres, liter, liters, litern, litro, litros; литр; mµcdhknM
power 1 watt; W Вт; watt, watts, vatio, vatios; ватт; kMGTmµn
energy 1 joule; J Дж; joule, joules, julio, julios; джоул; kMGTPmµ
energy 3600 watt hour; Wh Втч; watt hour, watt hours, wattstunde, wattstunden, wattheure; ; kMGTP
+ wattheures, watt heure
+ watt heures, watts heure, vatio hora, vatios hora, ватт час, ватт часа, ватт часов, ватт часы
energy 4.184 calorie; cal кал; calorie, calories, kalorie, kalorien, caloría, calorías; калори; k
energy 1.602176634e-19 electronvolt; eV эВ; electronvolt, electronvolts, elektronenvolt; ; kMGTm
+ electron volt
+ electron volts, электронвольт
pressure 1 pascal; Pa Па; pascal, pascals, pascales; паскал; khMGmµ
frequency 1 hertz; Hz Гц; hertz, hercio, hercios; герц; kMGTmP
voltage 1 volt; V -В; volt, volts, voltio, voltios; вольт; kMmµn
current 1 ampere; -A -А; ampere, amperes, amp, amps, ampère, ampères, amperio, amperios; ампер; kmµnp
resistance 1 ohm; Ω Ω Ohm Ом; ohm, ohms, ohmio, ohmios; ; kMGm
force 1 newton; -N -Н; newton, newtons; ньютон; kMmµ
amount 1 mole; mol моль; mole, moles, моль, моля, молей; ; kmµnp
concentration 1 molar; -M; molar; ; mµnp
information 8 byte; -B -Б -байт; byte, bytes, octet, octets; байт; kMGTPK
information 1 bit; bit -b -бит; bits; бит; kMGTP
data-rate 1 bit per second; bps; bits per second, bit per second; ; kMGT
mass 1e6 tonne; t т; tonne, tonnes, metric ton, metric tons, metric tonne, metric tonnes; тонн; kMGT
+ tonelada, toneladas
+ tonnen
dose 1 sievert; Sv Зв; sievert, sieverts; зиверт; mµ
absorbed-dose 1 gray; Gy Гр; gray, grays; ; mµ
activity 1 becquerel; Bq Бк; becquerel, becquerels; беккерел; kMGTP
flux-density 1 tesla; T Тл; tesla, teslas; ; mµn
level 10 bel; -B -Б; ; ; d
level 1 decibel; ; decibel, decibels, dezibel, decibelio, decibelios, décibel, décibels; децибел;
molecular-mass 1 dalton; Da; dalton, daltons; ; kM
length 3.0856775814913673e16 parsec; pc пк; parsec, parsecs; парсек; kMG

information 8192 kibibyte; KiB; kibibyte, kibibytes; ;
information 8388608 mebibyte; MiB; mebibyte, mebibytes; ;
information 8589934592 gibibyte; GiB; gibibyte, gibibytes; ;
information 8796093022208 tebibyte; TiB; tebibyte, tebibytes; ;
mass 1000 kilo; ; kilo, kilos, кило; ;
area 1 square metre; qm; ; ;
mass 1e-6 microgram; mcg mcgs; ; ;
operation-rate 1 FLOPS; FLOPS flops; flops; ; kMGTPK
area 1e6 square kilometre; qkm; ; ;
volume 1000 cubic metre; cbm; ; ;
length 0.0254 inch; ; inch, inches, zoll, pulgada, pulgadas; дюйм;
length 0.3048 foot; ft; foot, feet, fuß, fuss; фут;
length 0.9144 yard; yd; yard, yards, yarda, yardas; ярд;
length 1609.344 mile; mi; mile, miles, meile, meilen, milla, millas; мил;
length 1852 nautical mile; nmi NM; nautical mile, nautical miles, seemeile, seemeilen, mille marin; ;
+ milles marins
+ milla náutica, millas náuticas, морская миля, морских миль, морские мили, мор мили
length 1e-6 micron; ; micron, microns, mikron; микрон;
length 1e-10 angstrom; Å; angstrom, angstroms, ångström, ångströms; ангстрем;
length 9460730472580800 light year; ly; light year, light years, lichtjahr, lichtjahre, lichtjahren; ;
+ année lumière
+ années lumière, año luz, años luz, световой год, световых лет, световых года, световых годов
length 149597870700 astronomical unit; au AU; astronomical unit, astronomical units; ;
area 10000 hectare; ha га; hectare, hectares, hektar, hektare, hectárea, hectáreas; гектар;
area 4046.8564224 acre; ac; acre, acres; акр;
mass 28.349523125 ounce; oz; ounce, ounces, unze, unzen, onza, onzas; унци;
mass 453.59237 pound of mass; lb lbs; pound of mass; ;
mass 6350.29318 stone; ; stone; ;
mass 1e5 quintal; ц; quintal, quintals, quintales, zentner; центнер;
mass 0.2 carat; ct; carat, carats, karat, quilate, quilates; карат;
volume 158.987294928 barrel; bbl; barrel, barrels, baril, barils, barril, barriles; баррел;
volume 3.785411784 gallon; gal; gallon, gallons, galón, galones; галлон;
volume 0.473176473 pint; pt; pint, pints; ;
volume 0.0295735295625 fluid ounce; ; fl oz, fluid ounce, fluid ounces; ;
volume 0.001 cubic centimetre; cc; ; ;
time 60 minute; min мин; min, mins, minute, minutes, minuten, minuto, minutos; минут;
+ минутном, минутная, минутной, минутную, минутное, минутные, минутных, минутными
+ minütig, minütige, minütigen, minütiger, minütiges, minütigem, минутный, минутного, минутному, минутным
time 3600 hour; h ч; hr, hrs, hour, hours, stunde, stunden, std, heure, heures, hora, horas; час;
+ часовом, часовая, часовую, часовое, часовые, часовых, часовыми
+ stündig, stündige, stündigen, stündiger, stündiges, stündigem, часовой, часового, часовому, часовым
time 86400 day; d; day, days, tag, tage, tagen, tages, jour, jours, journée, journées, día, días, dia, dias; ;
+ день, дня, дней, дню, днем, дни, дням, днями, днях, сутки, суток, суткам, сутками, сутках, сут, дн
+ дневная, дневной, дневную, дневное, дневные, дневных, дневными
+ tägig, tägige, tägigen, tägiger, tägiges, tägigem, дневный, дневного, дневному, дневным, дневном
time 604800 week; wk wks; week, weeks, woche, wochen, semaine, semaines, semana, semanas, нед; недел;
+ недельном, недельная, недельной, недельную, недельное, недельные, недельных, недельными
+ wöchig, wöchige, wöchigen, wöchiger, wöchiges, wöchigem, недельный, недельного, недельному, недельным
time 1209600 fortnight; ; fortnight, fortnights; ;
month 1 month; ; month, months, mos, monat, monate, monaten, monats, mois, mes, meses, мес, месяцев; месяц;
+ месяцем
+ месячном, месячная, месячной, месячную, месячное, месячные, месячных, месячными
+ monatig, monatige, monatigen, monatiger, monatiges, monatigem, месячный, месячного, месячному, месячным
year 1 year; yr yrs; year, years, year old, years old, jahr, jahre, jahren, jahres, année, années, ans; ;
+ año, años
+ год, года, году, годом, годы, годов, годам, годами, годах, лет, летний, летняя, летнее, летние, летнего
+ летней, летних, летнему, летним, jährig, jährige, jährigen, jähriger, jähriges, jährigem, ans d âge
year 10 decade; ; decade, decades, jahrzehnt, jahrzehnte, jahrzehnten, décennie, décennies, década, décadas; ;
+ decenio, decenios, десятилетие, десятилетия, десятилетий, десятилетию
year 1000 millennium; ; millennium, millennia, jahrtausend, jahrtausende, jahrtausenden, millénaire; ;
+ millénaires
+ milenio, milenios, тысячелетие, тысячелетия, тысячелетий
speed 1609.344 mile per hour; mph; ; ;
speed 1000 kilometre per hour; kmh kph; stundenkilometer; ;
+ stundenkilometern
speed 1852 knot; kn kts; knot, knots, knoten, nœud, nœuds, nudo; ;
+ nudos
+ узлов, узла, узел
pressure 1e5 bar; bar бар; bars, бара, баров; ;
pressure 100 millibar; mbar мбар; millibar, millibars; миллибар;
pressure 101325 atmosphere; atm атм; atmosphere, atmospheres, atmosphère, atmosphères, atmósfera; атмосфер;
+ atmósferas
+ atmosphären
pressure 133.322387415 millimetre of mercury; mmHg; mm hg, mm de mercure, mm de hg, мм рт ст; ;
+ millimeters of mercury, millimetres of mercury, миллиметров ртутного столба
pressure 6894.757293168 pound per square inch; psi; ; ;
celsius 1 degree Celsius; ℃ °C ºC °С; degree celsius, degrees celsius, degrees centigrade, grad celsius; ;
+ degré celsius
+ degrés celsius, grado celsius, grados celsius, grados centígrados, градус цельсия, градуса цельсия
+ degrees c
+ градусов цельсия, градусах цельсия, градусам цельсия
fahrenheit 1 degree Fahrenheit; ℉ °F ºF; degree fahrenheit, degrees fahrenheit, grad fahrenheit, degrees f; ;
+ degrés fahrenheit, grados fahrenheit, градус фаренгейта, градуса фаренгейта, градусов фаренгейта
kelvin 1 kelvin; K К; kelvin, kelvins; кельвин;
angle 1 radian; rad рад; radian, radians, radiant, radianes; радиан;
rotation 1 revolution per minute; rpm; revolutions per minute, об мин, оборотов в минуту; ;
power 745.69987158227022 horsepower; hp PS; horsepower, horse power, pferdestärken, л с, лошадиных сил; ;
+ chevaux
+ caballos de fuerza
international-units 1 international unit; IU UI ME МЕ; international unit, international units; ;
base-pairs 1 base pair; ; base pair, base pairs, basenpaare, basenpaaren, paires de bases, pares de bases; ;
base-pairs 1000 kilobase; kbp; kilobase, kilobases, kilobase pairs; ;
base-pairs 1e6 megabase; Mbp; megabase, megabases, megabase pairs; ;
pixels 1 pixel; px; pixel, pixels, píxel, píxeles; пиксел;
pixels 1e6 megapixel; MP Мп; megapixel, megapixels; мегапиксел;

per-cent 1 %; % ％ ﹪ ٪; percent, per cent, pct, prozent, prozents, v h, vom hundert, pour cent; процент;
+ pourcent
+ pourcents, por ciento, por cien, проц
+ процентных, процентными
+ процентному, процентным, процентном, процентная, процентной, процентную, процентное, процентные
+ prozentig, prozentige, prozentigen, prozentiger, prozentiges, prozentigem, процентный, процентного
per-cent 0.1 ‰; ‰; per mille, per mil, per thousand, promille, pro mille, pour mille, por mil, промилле; ;
per-cent 0.0001 ppm; ppm; parts per million, partes por millón, parties par million, teile pro million; ;
per-cent 0.0000001 ppb; ppb; parts per billion; ;
points 1 percentage point; pp ppt; percentage point, percentage points, percent points, per cent points; ;
+ p p
+ percent point, pct points, prozentpunkt, prozentpunkte, prozentpunkten, prozentpunktes, point de pourcentage
+ points de pourcentage, point de pour cent, punto porcentual, puntos porcentuales, punto de porcentaje
+ puntos de porcentaje, п п, пп, проц п, процентный пункт, процентного пункта, процентному пункту
+ процентным пунктом, процентные пункты, процентных пункта, процентных пунктов, процентным пунктам
+ процентными пунктами, процентных пунктах, procentpunkt
points 0.01 basis point; bps; basis point, basis points, basispunkt, basispunkte, basispunkten; ;
+ point de base
+ points de base, punto básico, puntos básicos, базисный пункт, базисного пункта, базисных пункта
+ базисных пунктов, базисным пунктам, б п

several 1 degree; ° º; degree, degrees, grad, degré, degrés, grado, grados; градус;
several 1 pound; ; pound, pounds, pfund, libra, libras; фунт;
several 1 ton; ; ton, tons; ;
several 1 bp; bp; ; ;
several 1 kt; kt; ; ;

currency 1 USD; US$ U.S.$ USD; us dollar, us dollars, u s dollar, u s dollars, american dollars; ;
+ dollars américains
+ dólares estadounidenses, доллар сша, доллара сша, долларов сша, доллары сша, долларах сша, долларами сша
currency 1 dollar; $; dollar, dollars, dólar, dólares, bucks, долл; доллар;
currency 1 AUD; A$ AU$ AUD; australian dollar, australian dollars, australische dollar; ;
currency 1 CAD; C$ CA$ Can$ CAD; canadian dollar, canadian dollars, kanadische dollar, dollars canadiens; ;
currency 1 NZD; NZ$ NZD; new zealand dollar, new zealand dollars; ;
currency 1 HKD; HK$ HKD; hong kong dollar, hong kong dollars; ;
currency 1 SGD; S$ SGD; singapore dollar, singapore dollars; ;
currency 1 TWD; NT$ TWD; ; ;
currency 1 MXN; MX$ MXN; mexican pesos, pesos mexicanos; ;
currency 1 peso; ; peso, pesos; ;
currency 1 ARS; ARS; pesos argentinos; ;
currency 1 CLP; CLP; pesos chilenos; ;
currency 1 COP; COP; pesos colombianos; ;
currency 1 PHP; ₱ PHP; philippine pesos; ;
currency 1 BRL; R$ BRL; reais, reales; ;
currency 1 EUR; € EUR; euro, euros, евро; ;
currency 1 GBP; £ GBP; pound sterling, pounds sterling, british pounds, livre sterling, livres sterling; ;
+ quid
+ libra esterlina, libras esterlinas, фунт стерлингов, фунта стерлингов, фунтов стерлингов, pfund sterling
currency 1 JPY; JP¥ JPY; yen, yens, yenes, иена, иены, иен, иену, иенах, йена, йены, йен; ;
currency 1 CNY; CN¥ CNY RMB; yuan, yuans, yuanes, renminbi; юан;
currency 1 yen or yuan; ¥; ; ;
currency 1 RUB; ₽ RUB RUR; rouble, roubles, ruble, rubles, rubel, rubeln, rublo, rublos, руб, р; рубл;
currency 1 INR; ₹ INR Rs; rupee, rupees, rupie, rupien, roupie, roupies, rupia, rupias, indian rupees; рупи;
currency 1 KRW; ₩ KRW; south korean won, korean won; вон;
currency 1 ILS; ₪ ILS; shekel, shekels; шекел;
currency 1 TRY; ₺ TRY; turkish lira, turkish liras; ;
currency 1 UAH; ₴ UAH; hryvnia, hryvnias; гривн;
currency 1 KZT; ₸ KZT; tenge, тенге; ;
currency 1 BYN; BYN; белорусских рублей; ;
currency 1 CHF; CHF Fr SFr; swiss franc, swiss francs, schweizer franken, francs suisses, francos suizos; ;
+ franken
currency 1 franc; ; franc, francs, franco, francos; франк;
currency 1 krone; kr; krone, kroner, krona, kronor, kronen, couronnes, coronas; крон;
currency 1 SEK; SEK; swedish krona, swedish kronor; ;
currency 1 NOK; NOK; norwegian kroner; ;
currency 1 DKK; DKK; danish kroner; ;
currency 1 PLN; PLN zł; zloty, zlotys, złoty, złotych; злот;
currency 1 CZK; CZK Kč; ; ;
currency 1 HUF; HUF; forint, forints; форинт;
currency 1 ZAR; ZAR; rand; ;
currency 1 DEM; DM DEM; deutsche mark, d mark; ;
currency 1 BTC; BTC ₿; bitcoin, bitcoins; биткоин;
currency 1 THB; ฿ THB; baht; ;
currency 1 VND; ₫ VND; ; ;
currency 1 NGN; ₦ NGN; naira; ;
currency 1 IDR; IDR Rp; ; ;
currency 1 AED; AED; dirham, dirhams; дирхам;
currency 1 SAR; SAR; saudi riyals; ;
currency 0.01 cent; ¢; cent, cents, centavo, centavos, céntimo, céntimos, centime, centimes, eurocent; цент;
currency 0.01 GBP; ; pence, penny; пенс;
currency 0.01 RUB; коп; kopeck, kopecks, копейка, копейки, копеек, копейку, копейками; ;
"""

# Names that are everyday words elsewhere: in their own language only. Name of the unit: words.
OWN = {
    "en": {"century": "centuries", "year": "y yo", "month": "mo"},
    "de": {"century": "jahrhunderte jahrhunderten"},
    "fr": {
        "century": "siècles", "year": "an", "day": "j", "foot": "pied pieds", "inch": "pouce pouces",
        "ounce": "once onces", "pound": "livre livres", "kilobyte": "ko", "megabyte": "mo", "gigabyte": "go",
        "terabyte": "to",
    },
    "es": {"century": "siglos", "foot": "pie pies"},
    "ru": {"century": "века веков столетия столетий", "gram or year": "г", "second": "с"},
    "zh": {},
}  # fmt: skip

# Chinese names: unit by its name in UNITS, and the names for it.
CHINESE = """
metre: 米 公尺; kilometre: 千米 公里; centimetre: 厘米 公分; millimetre: 毫米; micrometre: 微米
nanometre: 纳米; gram: 克; kilogram: 千克 公斤; milligram: 毫克; microgram: 微克
tonne: 吨 噸 公吨; litre: 升 公升; millilitre: 毫升; second: 秒 秒钟 秒鐘
millisecond: 毫秒; microsecond: 微秒
minute: 分钟 分鐘; hour: 小时 小時 个小时 個小時 钟头
day: 天; week: 周 週 星期 个星期; month: 个月 個月; year: 年 岁 歲 周岁; century: 个世纪
watt: 瓦 瓦特; kilowatt: 千瓦; megawatt: 兆瓦; kilowatt hour: 千瓦时 千瓦時; joule: 焦耳; kilojoule: 千焦
calorie: 卡 卡路里; kilocalorie: 千卡 大卡; pascal: 帕; hectopascal: 百帕; kilopascal: 千帕; megapascal: 兆帕
hertz: 赫 赫兹; kilohertz: 千赫; megahertz: 兆赫; gigahertz: 吉赫; volt: 伏 伏特; kilovolt: 千伏; ampere: 安培
milliampere: 毫安; byte: 字节; bit: 比特; hectare: 公顷; mile: 英里; foot: 英尺; inch: 英寸; pound of mass: 磅
ounce: 盎司; gallon: 加仑; barrel: 桶; nautical mile: 海里; light year: 光年; acre: 英亩
degree Celsius: 摄氏度 攝氏度; degree Fahrenheit: 华氏度; kelvin: 开尔文; degree: 度
USD: 美元 美金; EUR: 欧元 歐元; GBP: 英镑 英鎊; JPY: 日元 日圆 円; CNY: 元 块 块钱 人民币 元人民币
RUB: 卢布; INR: 卢比; HKD: 港元 港币; TWD: 新台币 台币; KRW: 韩元; AUD: 澳元; CAD: 加元; CHF: 瑞士法郎
%: パーセント 퍼센트 เปอร์เซ็นต์; percentage point: 百分点 个百分点 個百分點 パーセントポイント 퍼센트포인트
basis point: 基点 个基点; jin: 斤; li: 里; mu: 亩 畝
square metre: 平方米; square kilometre: 平方公里 平方千米; square centimetre: 平方厘米; square foot: 平方英尺
square mile: 平方英里; cubic metre: 立方米; cubic centimetre: 立方厘米; cubic kilometre: 立方公里
"""

# Units that stand in no row above because no name or symbol of theirs is read there.
OTHERS = """
year 100 century; time 86400 day; mass 500 jin; length 500 li; area 666.6666666666666666666667 mu
mass 907184.74 short ton; mass 1016046.9088 long ton; several 1 gram or year
angle 0.01745329251994329577 degree of arc
area 1e-4 square centimetre; area 0.09290304 square foot
area 2589988.110336 square mile; volume 0.001 cubic centimetre
volume 1e12 cubic kilometre
"""

# What a symbol or word of several meanings may stand for.
COVERS = """
dollar: USD AUD CAD NZD HKD SGD TWD; yen or yuan: JPY CNY; krone: SEK NOK DKK
peso: MXN ARS CLP COP PHP; franc: CHF
pound: GBP, pound of mass; degree: degree Celsius, degree Fahrenheit, degree of arc, kelvin
ton: tonne, short ton, long ton; kt: kilotonne, knot; bp: basis point, base pair; gram or year: gram, year
"""

# Words before or behind a length that make it an area or a volume; Russian ones by their stem.
SQUARE = frozenset("square sq кв carré carrés cuadrado cuadrados cuadradas quadrat".split())
CUBIC = frozenset("cubic cu куб cube cubes cúbico cúbicos kubik".split())
SQUARE_STEM, CUBIC_STEM = "квадратн", "кубическ"

# What says "per" between two units.
PER = frozenset("per pro par por в на за je a an every each".split())
