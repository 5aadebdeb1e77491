"""Short forms and foreign forms of given names (metadata.md, section 5.3).

One line holds the forms that people of one name go by, in the fold of `name_words.name_key`; a form may stand
in several lines (Alex). The table only turns a conflict into a doubt, so it holds what is usual and no more.
"""

from __future__ import annotations

from typing import Final

from citelock.checks.text.names.transliteration import skeleton

_SHORTEST_SKELETON = 4  # letters; shorter reduced forms meet by chance

_FORMS: Final = """\
abigail abby gail
abraham abram abe ibrahim avraham avi
adrian adriano adrien hadrian
agnes agnese ines inez
alan allan allen al
albert alberto al bert albrecht adalbert
alejandro aleksandar aleksander aleksandr alessandro alexander alexandr alexandre alexandros alexandru \
alex alec al alasdair alistair alastair oleksandr olexandr sacha sandro sander sandor sascha sasha xander \
iskander
alejandra aleksandra alessandra alexandra alex alix lexi oleksandra sandra sasha sandy
alexis aleksei aleksej aleksey alexei alexey alexej alessio oleksii oleksiy alyosha alex
alfred alfredo al fred alf
alice alicia alison alisa alica ally
amanda mandy
amelia amalia amelie emilia emily emilie emma
anastasia anastasiia anastasiya nastya stacy tasia
andre andrea andreas andrei andrej andres andrew andrey andrii andriy andrius andrzej anders ondrej andy \
drew andras ander andriyko
angela angelika angelica angie
ann anna anne anneke annie annika anya ana anja hanna hannah hana anita annette nan nancy
antoine anton antonin antonio antonios antony anthony antun ante toni tony antal
antonia antonina tonya
arthur artur arturo art
august augustus auguste augusto gus
augustin augustine agustin agostino austin gus
barbara barb babs varvara barbora
bartholomew bart bartek bartlomiej bartolome bartosz
beatrice beatriz beatrix bea trixie
benedict benedikt benedetto benoit benito ben
benjamin ben benji benny veniamin beniamino
bernard bernardo bernhard bernd bernie
boris borya
bridget brigitte brigid birgit birgitta britt
caroline carolina carolyn karolina carol carrie lina
casimir kazimierz kazimir
catherine caterina catalina catarina cathy kate katerina katharina katharine katherine kathryn kathleen \
kathy katie katy katarina katarzyna katja katya kateryna ekaterina ekaterini yekaterina jekaterina kit \
karen karin trine kasia catrin cate
cecilia cecile cecily celia
charles carl carlo carlos karel karl karol charlie chas chuck carol carolus karoly
charlotte lotte carlotta charlie lottie
christian cristian kristian krystian cristiano christiaan chris
christina christine cristina kristina kristine krystyna chris chrissy christa kirsten kristen kerstin tina \
hristina
christopher christoph christophe christos cristobal cristoforo krzysztof kristof kristoffer christoffer \
kristopher chris kit topher
clara klara claire clare
claude claudio claudius klaus
claudia klaudia claudette
constance constanze costanza connie
constantin constantine konstantin konstantinos kostas costas kostya costantino kostiantyn
cornelius cornelis cees kees cor neil corneille
cyril kirill kyrylo cyrille kyril
daniel dan danny daniil danilo danila daniele danylo daniyar
danielle daniela daniella dani
david dave davide davy dawid dafydd daud davyd davit
deborah debra debbie deb debora
denis dennis dionysius denys dionisio den
diana diane dianne
dietrich dieter dirk diederik theodoric
dimitar dimitri dimitrios dimitris dimitry dmitri dmitriy dmitrii dmitry dmytro dimitrije mitya dima
dominic dominik dominique domingo domenico dom
donald don donnie
dorothy dorothea dorota dot dottie dora dorothee
douglas doug
edgar ed edgardo
edmund edmond edmundo ed ned ted
edward eduard eduardo edouard edvard edoardo ed eddie eddy ned ted teddy edwin
eleanor eleonora eleonore ellen ella nell nora elinor
elias elijah ilya ilia iliya ellis eli illia
elizabeth elisabeth elisabetta elisabet isabel isabella isabelle elsbeth beth betty bess betsy eliza elsa \
elise liz lizzie lisa liza lise libby yelizaveta elizaveta erzsebet elzbieta alzbeta isabell lisbeth \
bettina
emanuel emmanuel manuel manolo manny emmanouil manolis imanuel
emil emilio emile emiliano
enrico enrique heinrich heinz henri henrik hendrik henry henryk harry hank henk hal harri rik jindrich \
enric heiko heinric
eric erik erich erick rick ricky
ernest ernst ernesto ernie erno
esther hester ester estera
eugene eugen eugenio evgeni evgenii evgenij evgeny yevgeny yevgeniy yevhen evgeniy gene jevgeni eugeniusz \
eugeniu zhenya ievgen
eugenia evgenia evgeniia evgeniya yevgenia
eve eva evita ewa yeva
fedor fyodor feodor theodore theodor theo teodor teodoro ted teddy todor fedir tivadar tudor
felix feliks
ferdinand fernando fernand fernao ferdinando nando
florence florentina flo
frances francesca franziska francisca francoise fran fanny franciska frankie
francis francesco francisco francois franciscus franz frans frank franco franciszek frantisek ferenc paco \
pancho frankie francesc fran
frederick frederic frederik friedrich fredrik federico fryderyk fred freddy fritz fredric frederico
gabriel gavriil gabe gabor gabriele havryil
gabriela gabriella gabrielle gaby
gareth gary garry
geoffrey jeffrey jeffery godfrey gottfried geoff jeff goffredo
george georg georges georgi georgios georgiy georgii georgy giorgio gheorghe jorge jordi juri jurgen jurij \
yuri yuriy yurii iurii yury joerg jorg jerzy juergen joran goran gyorgy jiri jerry geo heorhii iouri yrjo \
giorgos giorgi
gerald gerard gerhard gerardo gerrit geraldo geert gert gerry jerry gherardo gerd geerard
gilbert gil bert gilberto
giuseppe jose josef joseph jozef josip jozsef josephus joe joey jo pepe peppe iosif yosef yousef yusuf \
youssef sepp osip yosyp beppe joao josep
gregory gregor gregorio grigori grigory grigoriy grigorii greg grzegorz gregoire hryhorii grigor gergely
guido guy vito wido
gustav gustave gustavo gus gosta
guillaume guglielmo guillermo vilhelm wilhelm willem william wilhelmus bill billy will willy wim liam \
guillem wm vilem vilmos wil
hans jan janos jean jens joao johan johann johannes johannis john jon joan juan giovanni gianni gian ian \
iain ivan iwan ioan ioannis yannis giannis sean shaun shane hanns hannes ivo evan yan yann jack jackie \
jock johnny jonny juhani hansjorg vanya ion jaan janne juha juho yahya yohan hovhannes
harold harald harry hal
helen helena helene elena ellen olena yelena jelena ilona lena nell eleni alena aliona eileen
herbert herb bert heribert
hermann herman armando armand german
hieronymus jerome geronimo jeronimo girolamo gerome
horace horatio horacio
howard howie
hubert hubertus huub bert
hugh hugo hugues ugo huw
humphrey humberto umberto
ignatius ignacio ignaz ignace ignacy nacho inigo
igor ihor ingvar
irene irina iryna ira eirini irena
isaac izaak isak ike itzhak yitzhak ishaq isaak
isidore isidro isidoro
jacob jakob jacobus jacques jaime james jim jimmy jamie diego giacomo iago santiago jaume seamus hamish \
yakov iakov jakub jake jas jacopo yaakov yaqub koos jaap jago tiago iacob
jacqueline jackie jacquelyn
jane jana janet janice jean jeanne joan joanna johanna juana giovanna ioana ivana janine jennie jenny jo \
joanne johana yana sian siobhan zhanna gianna
jennifer jen jenny guinevere
jeremiah jeremy jeremias jerry jerome
jessica jess jessie
joachim joaquin joaquim jochen jokin jakim gioacchino achim
jonathan jon jonny jonathon johnathan yonatan nathan
josephine josefina josefine jo josie
joshua josh yehoshua josue
judith judy judit yehudit jutta
julia julie juliette juliana julija yulia yuliya iuliia giulia juliet jill jule
julian julien juliano giuliano yulian
julius jules julio giulio
katrina katrin catriona kathrin
kenneth ken kenny kent
ladislaus ladislav laszlo vladislav wladyslaw vlad vladyslav
laura laurence lora laure lauren laurie
lawrence laurence laurent lorenzo lorenz laurens lars lavrentii larry laurie vavrinec lourenco laurits \
lauri
leo leon leonid leonidas leonard leonardo leonhard leopold lev len lenny
leonie leona leonora
leslie les lesley
lewis louis ludwig luis luigi lou ludovic ludovico ludvig lodewijk lajos louie luiz ludvik ludwik aloysius \
alois clovis
lillian lily lilian liliana lilly
linda lynda lin
louise luisa luise louisa lou
lucas luke luca lukas lukasz luc lucian
lucy lucia lucie lucille lucija
lydia lidia lidiya
madeleine magdalena magdalene madeline maddie lena madalena magda
marcel marcello marcelo marceli
margaret margarita margarete margarethe margherita marguerite margrit margit greta grete peggy meg maggie \
madge malgorzata gretchen margo marge rita daisy marketa greet mairead marga gosia
maria mariam marie mary maryam mariya mariia marija marja miriam mia molly moira maura mitzi marietta \
maryia marya miryam marion masha polly maire mari
mario marius mariusz
mark marc marco marcos marcus markus marek marko marcin
martha marta marthe
martin martino martijn marten marcin marton maarten marty
matthew matthias mathias mateo matteo matthieu mathieu matt mateusz maciej matti matvey matthijs thijs \
matias mathew matej mateus matteus matyas motya
maurice moritz maurizio mauricio morris maurits moris
maximilian maxim maksim maxime massimo max maximiliano massimiliano maksym maks maximillian
mercedes merche
michael mikhail mikhael michail mykhailo mychajlo michal michel michele miguel mihail mihai mihaly mike \
mick mickey micky misha mikael mikkel mitchell mihajlo mikko mischa miquel micha mitch mikel mihaela
michaela michelle micaela michele mihaela
milan miloslav
mohamad mohamed mohammad mohammed mohammod mahomed muhamad muhammad muhammed muhammet mehmet mohd md \
mohamd mahamed mohamedou mamadou
moses moshe moise moises musa mousa
nadia nadezhda nadine nadya nadja nadiya nadejda
natalia natalie natalya nathalie nataliia nataliya natasha talia nat natalija nataly
nathaniel nathan nat nate nathanael
nicholas nicolas nikolas nikolai nikolay nikolaj nikolaus nicolaus nicola niccolo nicolo nicolaas nick \
nicky nico niko klaus claus niels nils mykola nikolaos miklos mikolaj mikulas niklas nikos nikita colin \
nicu mikalai nicolae nicol
nicole nicola nicoletta nikki nicky
oliver olivier oliviero olli ollie
olga helga olha
oscar oskar
otto otis otho
pamela pam
patricia patrizia pat patty tricia trish patrice
patrick patrik patrizio patricio pat paddy padraig patryk patrice
paul paulo paolo pablo pavel pawel pavlo paulus pal pauli pavol pavlos paavo pol
paula paola paulina pauline polina
peter pedro pierre piero pietro pieter petr petru petter petros piotr pyotr petro pete piet pita peder per \
pekka pjotr petar pero peer pierce boutros
philip philipp philippe phillip felipe filip filippo phil pip filipe philippos fulop
rachel rachele raquel rahel rachael
ralph rolf raoul raul rafe rudolf rodolfo
raphael rafael raffaele rafal rafe rafi
raymond raymund ramon raimondo ray raimund ramond reimund
rebecca rebekah becky rebeka
regina regine reina gina
reginald reinhold rinaldo ronald reynold reg ron ronnie reggie renaud
reinhard reinhardt rainer reiner renard
renata renate renee
richard ricardo riccardo ryszard rick dick rich richie rikard ritchie rik
robert roberto rob robbie bob bobby bert rupert ruprecht robin
roger rogelio rudiger ruediger ruggero rodger rog
roland rolando orlando
roman romain romano
rose rosa rosie rosalie rosemary rosalind roza rosita ruzena
samuel sam sammy samuil samuele shmuel
samantha sam
sarah sara sally sadie zara
sebastian sebastien sebastiano seb bastian bas sebastiao
sergei sergej sergey sergio serge sergii serhii serhiy sergiu sergios sergiy
sigmund sigismund zygmunt siegmund
simon simone simeon semyon semen szymon ximena shimon simao simeone
sofia sofie sofiya sophia sophie sonia sonja sonya zofia zsofia sofija
stanislav stanislaus stanislaw stanislas estanislao stan stas
stephen stephan stefan stefano stefanos steven steve etienne esteban estevan istvan stepan stephane stevan \
szczepan stepanos stefaan stipe tapani
stephanie stefania stefanie steffi steph stepanka
susan susanna susanne susannah suzanne sue suzy zuzana zuzanna shoshana susana szuzsanna sanna
svetlana sveta svitlana
sylvain silvan silvano
sylvia silvia sylvie silvie
tatiana tatjana tatyana tanya tania tetiana tanja tetyana
teresa theresa therese terry tess tereza terese tessa theresia
terence terrence terry terrance
thaddeus tadeusz tad taddeo tadej
theodora dora fyodora teodora
thomas tomas tomasz tommaso tom tommy foma thom thos tome tamas tomaso tuomas tomaz tomislav khoma
timothy timothee timofey timotheus tim timo tymofii
ursula orsola ursel
valentin valentine valentino valentyn val
valeria valerie valeriya valery
valery valerii valeriy valerio valeri valeria
vasilios vasili vasily vasiliy vasilii vasyl vasile basil basile vassilios vassilis vasilis basilio \
wassily wasyl
veronica veronika veronique vera
victor viktor vittorio vic vitya wiktor vittore
victoria viktoria viktoriia vicky vittoria tori viktorija
vincent vincenzo vicente vince vincenz vinzenz wincenty vincas vikenti
virginia virginie ginny
vladimir volodymyr wladimir vlad vova uladzimir valdemar waldemar wlodzimierz vladimiro volodya
walter gualtiero wouter walt wally wolter valter gautier
wendy gwendolyn gwen
wenceslaus vaclav vatslav waclaw wenzel venceslas
wolfgang wolf
xavier javier xaver saverio xabier ksawery
yehuda judah jude juda
yvonne ivonne evonne
zachary zachariah zakhar zacharias zach zack zakaria zakariya
abdallah abdullah abdulla abdalla
abdelrahman abdulrahman abdurrahman abderrahmane abdel
ahmad ahmed achmed ahmet ahmadu
ali aly
aisha aicha ayesha ayse
fatima fatimah fatemeh fatma fatoumata fatme
hassan hasan hassane hasen
hussein hossein husayn husein hussain houssein huseyin hosein husain
khaled khalid halid
mahmoud mahmud mahmood mehmood mahmut
mustafa mostafa moustafa mustapha mustaffa
omar umar omer oumar
osman uthman usman othman
said saeed sayed saied
salah saleh salih
yasin yassin yassine
"""


def _table() -> dict[str, frozenset[int]]:
    lines: dict[str, set[int]] = {}
    for number, line in enumerate(_FORMS.splitlines()):
        for form in line.split():
            lines.setdefault(form, set()).add(number)
    return {form: frozenset(numbers) for form, numbers in lines.items()}


_LINES: Final = _table()


def are_forms_of_one_name(one: str, other: str) -> bool:
    """Whether two keys are forms of one given name by the table, or transliterations of one Slavic name.

    >>> are_forms_of_one_name("bob", "robert"), are_forms_of_one_name("anna", "alexander")
    (True, False)
    """
    lines = _LINES.get(one)
    if lines is not None and not lines.isdisjoint(_LINES.get(other, ())):
        return True
    reduced = skeleton(one)
    return len(reduced) >= _SHORTEST_SKELETON and reduced == skeleton(other)
