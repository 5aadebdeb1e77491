"""Beginnings of words beside which a number may not be plain; from `bench/plain_words.py`."""

from __future__ import annotations

BEFORE = frozenset(
    """
    abbil abr abril absch aed ago agost andro angul anhan annex année aout août apend app appen apr april
    apénd ars arxiv aud aug augus avr avril años bluet bp brl btc byn cad capit capít categ chap chapi
    chapt chf chrom clang clase class clp cny cop css cuda cve czk debia dec decad decem dem dez dezem dic
    dicie din direc djang dkk dm docke doi déc décad décem ean ecuac elast ene enero eq eqs equat etapa
    eur fase feb feber febre febru fedor fev fevri fig figs figur firef flask fr fév févr févri gbp gcc
    git gleic gnome go golan grad grade grado h hkd html http huf idr iec ils inr ios isbn iso isrct issn
    jan janua janv janvi java javas jpy juil juill juin jul julei juli julia julio july jun june juni
    junio juno jän jänne kapit kde klass kotli kr krw kt kuber kzt kč latex level ligne line linea lines
    linux llvm línea macos maerz mai mar march maria mars marzo matla may mayo menos minus moins mongo mrz
    mxn mysql mär märz märze nct negat ngn no node nodej nok nov novem novie numpy nzd oct octob octub okt
    oktob openg orcid p page pages pagin panda part parte parti perl phase php pln pmc pmcid pmid postg pp
    pytho pytor págin rails react redis rel relea rfc rmb rp rs rub ruby rur rust sar sas scala scipy sec
    secci sect secti seite sek sep sept septe septi set setie sfr sgd spss sqlit ssl stade stadi stage
    stata swift tab tabel tabla table teil tenso thb tier tipo tls try twd typ type types uah ubunt uhr
    usb usd v ver vers versi vnd vue vulka wifi windo zar zeile zł º équat авг авгус апр апрел верс верси
    глава главб главв главг главд главе главж главз глави главй главк главл главм главн главо главп главр
    главс главт главу главф главх главц главч главш главщ главъ главы главь главэ главю главя гост дек
    декаб июл июле июлем июль июлю июля июн июне июнем июнь июню июня коп мае маем май мар март марта
    марте марто марту маю мая минус ноя нояб ноябр окт октяб прило р разде рисун сен сент сентя стади
    стран строк табли тип типа уравн фаза фазе фазу фазы фев февр февра форму часть янв январ
    """.split()
)
HEDGES = frozenset(
    """
    ab about above almos annäh apena appro aprox aroun beina below beyon c ca casi circa dépas en env
    envir estim etwa excee excéd fast gegen gesch grob größe gut hacia hasta höchs knapp least less like
    längs max maxim menos min minde minim minus modo moins mot más máxim mínim nahez near nearl oberh over
    peine plus presq près quasi quelq quite ronda rough rozan rund schät some sumo super surpa toppe toppi
    unas under ungef unos unter vers wenig zirka zumin über übers более больш выше до дольш макси малог
    менее меньш мере миним минус младш молож не ниже ок около ориен от оценк оцено поряд почти превы прибл
    прим приме район сверх свыше старш то
    """.split()
)
AFTER = frozenset(
    """
    abr abril ac acre acres aed ago agost am ameri amp amper amps ampèr an angst année ans aout août apr
    april ars astro atm atmos atmós au aud aug augus austr avr avril año años baht bar baril barre barri
    bars base basen basis bbl becqu billi billo billó bio bit bitco bits bln bn bp bps bq briti brl btc
    bucks byn byte bytes cabal cad cal calor canad carat carré cbm cc cent centa centi cents centu centí
    cg cheva chf cient cl clp cm cny cop coron couro crore ct cu cuadr cube cubes cubic czk cénti cúbic cℓ
    d da dalto danis day days db dec decad decem decen decia decib decic decid decie decif decig decih
    decij decik decil decim decin decio decip decis decit deciv deciw decía decíb decíc decíd decíe decíf
    decíg decíh decíj decík decíl decím decín decío decíp decís decít decív decíw degre degré dem deuts
    dez dezem dezia dezib dezic dezid dezie dezif dezig dezih dezij dezik dezil dezim dezin dezio dezip
    dezis dezit deziv deziw dg dia dias dic dicie dirha dkk dl dm docen dolla douza dozen dutze déc décad
    décem décen décia décib décic décid décie décif décig décih décij décik décil décim décin décio décip
    décis décit déciv déciw día días dólar dℓ elect elekt ene enero eur euro euroc euros ev fach fache feb
    feber febre febru feet femto fev fevri fg fl flops fluid fois fold foot forin fortn fr franc frank fs
    ft fuss fuß fév févr févri g gal gallo galon galón gb gbit gbp gbps gbq gev gflop ghz gib gibib gigaa
    gigab gigac gigad gigae gigaf gigag gigah gigaj gigak gigal gigam gigan gigao gigap gigas gigat gigav
    gigaw gj go gohm gpa gpc grad grado gram gramm gramo grams gray grays gt gw gwh gy gω h ha hecta hecto
    hectá hectó hekta hekto herci hertz heure hg hkd hl hm hong hora horas horse hour hours hp hpa hr hrs
    hryvn huf hunde hundr hz hℓ idr ils inch inche india inr inter iu j jahr jahre jahrh jahrs jahrt jahrz
    jan janua janv janvi joule jour journ jours jpy juil juill juin jul julei juli julio july jun june
    juni junio juno jähri jän jänne k ka kalor kanad karat kb kbit kbp kbps kbq kcal kda kelvi kev kflop
    kg khz kib kibib kilo kiloa kilob kiloc kilod kiloe kilof kilog kiloh kiloj kilok kilol kilom kilon
    kiloo kilop kilos kilot kilov kilow kilóa kilób kilóc kilód kilóe kilóf kilóg kilóh kilój kilók kilól
    kilóm kilón kilóo kilóp kilós kilót kilóv kilów kj kl km kmh kmol kn knot knote knots ko kohm kopec
    korea kpa kpc kph kr krona krone krono krw kt kts kubik kv kw kwh kzt kč kω kℓ l lac lakh lakhs lb lbs
    libra licht light liter litre litro livre ly m ma maerz mai mal mar march mars marzo may mayo mb mbar
    mbit mbp mbps mbq mcg mcgs md mda mds me mebib megaa megab megac megad megae megaf megag megah megaj
    megak megal megam megan megao megap megas megat megav megaw meile mes meses meter metre metri metro
    mev mexic mflop mg mgy mhz mi mia mib micro micró mikro mil mile milen miles milia milib milic milid
    milie milif milig milih milij milik milil milim milin milio milip milis milit miliv miliw mill milla
    mille milli millo millé milló milía milíb milíc milíd milíe milíf milíg milíh milíj milík milíl milím
    milín milío milíp milís milít milív milíw min mins minut minüt mio mj ml mln mlrd mm mmhg mmol mn mo
    mohm mois mol molar mole moles monat month mos mp mpa mpc mph mrd mrz ms msv mt mv mw mwh mxn mär märz
    märze mètre mégaa mégab mégac mégad mégae mégaf mégag mégah mégaj mégak mégal mégam mégan mégao mégap
    mégas mégat mégav mégaw mω mℓ na naira nanoa nanob nanoc nanod nanoe nanof nanog nanoh nanoj nanok
    nanol nanom nanon nanoo nanop nanos nanot nanov nanow nanóa nanób nanóc nanód nanóe nanóf nanóg nanóh
    nanój nanók nanól nanóm nanón nanóo nanóp nanós nanót nanóv nanów nauti new newto ng ngn nl nm nmi
    nmol nok norwe nov novem novie ns nt nudo nudos nv nw nzd nœud nœuds nℓ oct octet octob octub ohm
    ohmio ohms okt oktob once onces onza onzas ounce oz p pa paire pares parse parte parti parts pasca pb
    pbit pbq pc pct pence penny per perce peso pesos petaa petab petac petad petae petaf petag petah petaj
    petak petal petam petan petao petap petas petat petav petaw pferd pflop pfund pg phili php phz picoa
    picob picoc picod picoe picof picog picoh picoj picok picol picom picon picoo picop picos picot picov
    picow pie pied pieds pies pikoa pikob pikoc pikod pikoe pikof pikog pikoh pikoj pikok pikol pikom
    pikon pikoo pikop pikos pikot pikov pikow pint pints pixel pj pln pm pmol point por pouce pound pour
    pourc pp ppb ppm ppt pro proce promi proze ps psi pt pulga punto pwh px pétaa pétab pétac pétad pétae
    pétaf pétag pétah pétaj pétak pétal pétam pétan pétao pétap pétas pétat pétav pétaw píxel qkm qm quadr
    quid quila quint rad radia rand reais reale renmi revol rmb roubl roupi rp rpm rs rub rubel ruble
    rublo rupee rupia rupie rur s sar saudi schwe sec secon secs seeme seg segun sek sekun sekün semai
    seman sep sept septe septi set setie sfr sgd sheke sieve siglo singa siècl south sq squar std stone
    stund stünd sv swedi swiss t tag tage tagen tages tause tb tbit tbps tbq tebib teile tenge teraa terab
    terac terad terae teraf terag terah teraj terak teral teram teran terao terap teras terat terav teraw
    tesla tev tflop thb thous thz tib time times tj tn to ton tonel tonne tons trill trn try tsd tt turki
    tw twd twh tägig téraa térab térac térad térae téraf térag térah téraj térak téral téram téran térao
    térap téras térat térav téraw u ua uah ug ugy uhr ui uj ul um umol un unze unzen upa us usd usv ut uv
    uw uℓ v vatio veces vnd volt volti volts vom w watt watth watts week weeks wh wk wks woche wöchi x y
    yard yarda yards yd year years yen yenes yens yo yr yrs yuan yuane yuans zar zenti zentn zloty zoll zł
    złoty µa µg µgy µj µl µm µmol µn µpa µs µsv µt µv µw µℓ º ºc ºf å ångst μa μg μgy μj μl μm μmol μn μpa
    μs μsv μt μv μw μℓ ω авг авгус акр акра акрам акрах акре акрев акрей акрем акри акрй акров акрой акром
    акрою акру акры акрь акрью акрю акря акрям акрях ампер ангст апр апрел атм атмос б базис байт байта
    байте байти байтй байто байту байты байть байтю байтя бар бара баров барре бекке белор бит бита битам
    битах бите битев битей битем бити битй битко битов битой битом битою биту биты бить битью битю битя
    битям битях бк ватт ватта ватте ватти ваттй ватто ватту ватты ватть ваттю ваття век века веке веков
    веком веку вольт вон вона вонам вонах воне вонев воней вонем вони вонй вонов воной воном воною вону
    воны вонь вонью воню воня воням вонях вт втч г га галло гб гбайт гбит гбк гвт гвтч гг ггц гдж гекта
    гекто герц герца герце герци герцй герцо герцу герцы герць герцю герця гигаа гигаб гигав гигаг гигад
    гигаз гигак гигал гигам гиган гигап гигас гигат гигаэ гл гм год года годам годах годов годом году годы
    гом гпа гпк гр граду грамм гривн гт гц гэв дб дг дек декаб день десят дециа дециб децив дециг децид
    дециз децик децил децим децин децип децис децит дециэ дж джоул дирха дл дм дн дневн дней днем дни дню
    дня дням днями днях долл долла дюйм дюйма дюйме дюйми дюймй дюймо дюйму дюймы дюймь дюймю дюймя евро
    зв зивер злот злота злоте злоти злотй злото злоту злоты злоть злотю злотя иен иена иенах иену иены июл
    июле июлем июль июлю июля июн июне июнем июнь июню июня йен йена йены к ка кал калор карат кб кбайт
    кбит кбк кв квадр квт квтч кг кгц кдж кельв кило килоа килоб килов килог килод килоз килок килол килом
    килон килоп килос килот килоэ ккал кл км кмоль кн ком коп копее копей кпа кпк кратн крон крона кроне
    крони кронй кроно крону кроны кронь кроню кроня кт куб кубич кэв л лет летне летни летня литр литра
    литре литри литрй литро литру литры литрь литрю литря лошад м ма мае маем май мар март марта марте
    марто марту маю мая мб мбайт мбар мбит мбк мв мвт мвтч мг мгр мгц мдж ме мегаа мегаб мегав мегаг мегад
    мегаз мегак мегал мегам меган мегап мегас мегат мегаэ мес месяц месяч метр метра метре метри метрй
    метро метру метры метрь метрю метря мзв микро мил мила милам милах миле милев милей милем мили милй
    милли милов милой милом милою милу милы миль милью милю миля милям милях мин минут мка мкв мквт мкг
    мкгр мкдж мкзв мкл мкм мкмол мкн мкпа мкс мктл мл млн млрд мм ммоль мн молей моль моля мом мор морск
    мп мпа мпк мс мт мтл мэв на наноа наноб нанов наног нанод наноз нанок нанол наном нанон наноп нанос
    нанот наноэ нв нвт нг нед недел нл нм нмоль ноя нояб ноябр нс нтл ньюто об оборо окт октяб ом п па
    парсе паска пб пбайт пбит пбк пвтч пг пгц пдж пенс пенса пенсе пенси пенсй пенсо пенсу пенсы пенсь
    пенсю пенся петаа петаб петав петаг петад петаз петак петал петам петан петап петас петат петаэ пикоа
    пикоб пиков пиког пикод пикоз пикок пикол пиком пикон пикоп пикос пикот пикоэ пиксе пк пм пмоль пп
    проми проц проце пс р рад радиа раз раза руб рубл рубла рубле рубли рублй рубло рублу рублы рубль
    рублю рубля рупи рупиа рупие рупии рупий рупио рупиу рупиы рупиь рупию рупия с санти свето сг сек
    секун сен сент сентя сл см сотен сотни сотня столе сут сутка сутки суток т тб тбайт тбит тбк твт твтч
    тгц тдж тенге тераа тераб терав тераг терад тераз терак терал терам теран терап терас терат тераэ тл
    тонн тонна тонне тонни тоннй тонно тонну тонны тоннь тонню тоння трилл трлн тт тыс тысяч тэв узел узла
    узлов унци унциа унцие унции унций унцио унциу унциы унциь унцию унция фг фев февр февра фемто форин
    франк фс фунт фунта фунте фунти фунтй фунто фунту фунты фунть фунтю фунтя фут фута футам футах футе
    футев футей футем фути футй футов футой футом футою футу футы футь футью футю футя футям футях х ц
    цент цента центе центи центй центн центо центу центы центь центю центя ч час часа часам часах часе
    часев часей часем часи часй часов часой часом часою часу часы чась часью часю чася часям часях шекел
    эв элект юан юана юанам юанах юане юанев юаней юанем юани юанй юанов юаной юаном юаною юану юаны юань
    юанью юаню юаня юаням юанях янв январ ярд ярда ярдам ярдах ярде ярдев ярдей ярдем ярди ярдй ярдов
    ярдой ярдом ярдою ярду ярды ярдь ярдью ярдю ярдя ярдям ярдях ℓ
    """.split()
)
BEHIND = frozenset(
    """
    a al and appro aprox at au circa como en envir et etwa give höchs maxim minde more más o oder or ou
    plus por rough und ungef y à и или макси миним плюс прибл приме с
    """.split()
)
PAIRS = frozenset(
    """
    alent_de alred_de an_die aprox_de arrib_de at_most autou_de bis_zu cerca_de close_on close_to cosa_de
    dans_les debaj_de debaj_del delà_de desso_de dessu_de encim_de encim_del envir_de eso_de estim_at
    estim_à exces_of fewer_than gerin_als great_than größe_als highe_than höher_als infer_a infér_à
    jusqu_à jünge_als klein_als kürze_als large_than less_than longe_than lower_than länge_als many_as
    maxim_de maxim_of mayor_a mayor_de mayor_que mehr_als menor_a menor_de menor_que menos_de menos_que
    minim_de minim_of moins_d moins_de moins_que more_than much_as más_de más_que máxim_de mínim_de
    neigh_of niedr_als oberh_von older_than orden_de order_of ordre_de parti_de plus_d plus_de plus_que
    près_de regio_of ronda_las ronda_los short_than small_than super_a supér_à torno_a um_die unter_von
    up_to upwar_of vicin_of wenig_als young_than älter_als более_чем больш_чем менее_чем меньш_чем
    """.split()
)
