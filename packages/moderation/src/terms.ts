import { DataSet, englishDataset, parseRawPattern } from 'obscenity'

/*
 * The words that are refused as written: the library's English list, less the phrases below.
 *
 * The library guards chats, where a false alarm costs little. Here it would refuse an invoice, so
 * the phrases that also meet names, places, goods and other languages are replaced by exact words.
 * A word that has an innocent meaning of its own (a Dick, a stop cock, rapeseed, French "retard",
 * a delay) is not refused by itself: only disguised (spellings.ts) or in a phrase that leaves no doubt.
 *
 * In a pattern `|` is the edge of a word; without it the letters are found inside words too.
 */
const REPLACED = new Set<string>([
  'abeed', // a given name
  'abo', // German: a subscription
  'anal', // kanal, banal
  'anus', // Janus, Romanus
  'arse', // Arsenal
  'ass', // assembly, ASS (aspirin), Ass. (association)
  'bastard', // a kind of file
  'bestiality', // bestial
  'bitch', // Bitche, a town; Bich, a Vietnamese name
  'boob', // booby trap
  'boonga', // a place name
  'chink', // chink in the armour
  'cock', // stop cock, De Cock, The Cock Inn
  'cuck', // Cuckfield
  'cum', // cum laude, Chorlton-cum-Hardy, Cumming
  'cunt', // Cuntz
  'dick', // Dick, Dickinson, Dickmann
  'dildo',
  'dyke', // Van Dyke, flood dykes
  'fag', // FAG bearings, Fagan, Norwegian: a trade
  'felch', // Felchlin
  'fellatio',
  'fisting', // Pfistinger
  'fuck', // "f?ck" finds Fock, Ficker; "fuk" finds Fukuda; "fu" is a name
  'hentai', // Chentai
  'hooker', // a surname
  'incest', // princest...
  'jizz',
  'kike', // Spanish short form of Enrique
  'lubejob', // what garages do
  'negro', // Spanish: black
  'nigger', // "ngga" is all over Indonesian; Nig. Ltd
  'orgasm',
  'orgy', // Georgy
  'penis',
  'piss', // Pissarro, pissenlit
  'porn', // Pornchai, Siriporn
  'prick', // skin prick test
  'pussy', // pussy willow
  'rape', // rapeseed, French: grated
  'retard', // French: a delay
  'scat', // scat singing
  'semen', // Indonesian: cement; Semenov
  'sex', // Swedish: six
  'shit', // Rakshit, Shital
  'slut', // Swedish: end, as in slutfaktura
  'spastic', // a diagnosis
  'tit', // blue tits, Titterton
  'tranny', // transmission
  'turd',
  'twat', // Twatt, a place
  'vagina',
  'wank', // Wankel, the Wank near Garmisch
  'whore',
])

const PATTERNS = listOf(`
  fuck; |fuking|; |fukin|; |fcking|; |fvck; |phuck; |mofo|; |motherf[u]
  |shit|; |shits|; |shitty|; |shitting|; |shithead; |shithole; |shitface; |shitbag; |shitshow|; |eat shit
  |shite|; |bullshit; |dipshit; |horseshit; |batshit; |apeshit; |dogshit
  |cunt|; |cunts|; |cunty|; |cuntface; |twat|; |twats|
  |bitch|; |bitches|; |bitching|; |bitchy|; |bitchass; |biatch; |sonofabitch
  |nigger|; |niggers|; |nigga|; |niggas|; |niggaz|; |sandnigger; |wetback|; |wetbacks|; |raghead; |towelhead
  |faggot|; |faggots|; |chink|; |chinks|; |gook|; |gooks|; |retarded|; |tranny|
  |ass|; |asshole; |arse|; |arsehole; |jackass|; |dumbass; |fatass|; |asswipe; |assclown
  |cocksuck; |cockhead|; suck my cock; suck my dick; |my cock|; |my dick|; |dickhead; |dickface|; |dickwad
  |dickweed; |dick pic|; |dick pics|; |knobhead; |bellend|; |wank|; |wanker; |wanking|; |tosspot; |prick you|
  |turd|; |turds|; |piss|; |pissed|; |pissing|; |bastard|; |bastards|
  |whore|; |whores|; |whoring|; |slut|; |sluts|; |slutty|
  |pussy|; |pussies|; |tits|; |titties|; |titty|; |boob|; |boobs|; |boobies|
  |penis|; |penises|; |vagina|; |anus|; |anal|; |dildo|; |dildos|; |jizz
  |porn|; |porno|; |pornhub|; |pornstar|; |pornography|; |pornographic|; |hentai|
  |cumshot; |cumslut; |cumdump; |cuck|; |cucks|; |cuckold; |fellatio|; |fisting|; |felching|
  |orgasm|; |orgasms|; |orgy|; |orgies|; |incest|; |bestiality|
  |rapist|; |rapists|; |gang rape; |rape you|; |rape her|
  |sex tape|; |sex slave; |anal sex|; |oral sex|
  |heil hitler|; |sieg heil|; |kill yourself|
  |arschloch; |hurensohn; |fotze|; |fotzen|; |vaffanculo|; |stronzo|; |hijo de puta|; |gilipollas|
  |connard|; |connards|; |salope|; |salopes|; |nique ta mere|; |kurwa|; |orospu; |klootzak
`)

/** Where those words are innocent after all. */
const INNOCENT = listOf(`
  ass'; ass.; ass ratiopharm; ass hexal; ass 1; ass 5; ass jur; ass protect; wild ass
  anal gland; anal sac; anal fissure; anal fistula; anal canal; anal.; anus praeter
  bitch spay; bitch neuter; brood bitch; spay bitch; dog and bitch; dog or bitch
  bastard file; bastard cut; bastard-cut; bastard thread
  blue tits; great tits; coal tits; chink in; wank bahn; dildo run
  pussy willow; pussy cat; pussy riot; faggots and peas; faggots in gravy; pork faggots
  tranny fluid; tranny oil; tranny service
`)

function listOf(text: string): string[] {
  return text.trim().split(/\s*[;\n]\s*/)
}

/** The patterns for the library's matcher, to be found in a text in small letters. */
export function termsAsWritten() {
  const dataset = new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .removePhrasesIf((phrase) => REPLACED.has(phrase.metadata?.originalWord ?? ''))
  for (const raw of PATTERNS) {
    dataset.addPhrase((phrase) => phrase.setMetadata({ originalWord: raw }).addPattern(parseRawPattern(raw)))
  }
  return dataset.build()
}

const INNOCENT_PHRASES = new RegExp(INNOCENT.map((phrase) => RegExp.escape(phrase)).join('|'), 'g')

/**
 * `text` less the phrases in which a word on the list is innocent. Done here, not by the library,
 * whose white list takes time with the square of the number of hits.
 */
export function withoutInnocentPhrases(text: string): string {
  return text.replace(INNOCENT_PHRASES, ' ')
}
