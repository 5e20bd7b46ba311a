/** What the staff of a site call themselves in the languages of the members, folded as by `wordsOf`. */
const STAFF = new Set([
  'admin',
  'administrador',
  'administradora',
  'administrateur',
  'administrator',
  'administratorin',
  'administratorka',
  'administratrice',
  'amministratore',
  'amministratrice',
  'asiakaspalvelu',
  'assistenza',
  'atencionalcliente',
  'beheerder',
  'customerservice',
  'equipe',
  'klantenservice',
  'kundendienst',
  'kundenservice',
  'kundeservice',
  'kundtjanst',
  'moderador',
  'moderadora',
  'moderateur',
  'moderator',
  'moderatore',
  'moderatorin',
  'moderatorka',
  'moderatrice',
  'obslugaklienta',
  'serviceclient',
  'servizioclienti',
  'soporte',
  'staff',
  'support',
  'team',
  'webmaster',
  'yllapitaja',
  'yllapito',
])

/** Latin letters, with those of Cyrillic, Greek and others that look alike and that NFKD leaves. */
const LOOKALIKES = new Map(
  Object.entries({
    a: '\u0430\u03b1',
    b: '\u0432\u03b2',
    c: '\u0441',
    d: '\u0501\u0111',
    e: '\u0435\u03b5',
    h: '\u043d',
    i: '\u0456\u03b9\u0131',
    j: '\u0458',
    k: '\u043a\u03ba',
    l: '\u04cf\u0142',
    m: '\u043c',
    n: '\u03b7',
    o: '\u043e\u03bf\u00f8',
    p: '\u0440\u03c1',
    s: '\u0455',
    t: '\u0442\u03c4',
    u: '\u03c5',
    v: '\u03bd',
    w: '\u051d\u03c9',
    x: '\u0445\u03c7',
    y: '\u0443',
  }).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
)

/** Digits that stand for letters, as in `supp0rt`. */
const DIGITS = new Map(Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }))

/**
 * Returns whether a name poses as the site, its company or staff, whatever spaces, accents, digits and
 * letters of other scripts (PRO-2).
 */
export function isReservedName(name: string, { reserved }: { reserved: readonly string[] }) {
  const words = wordsOf(name)
  if (words.some((word) => readingsOf(word).some((text) => STAFF.has(text)))) return true
  const parts = [...STAFF, ...reserved.map((text) => wordsOf(text).join(''))].filter((part) => part !== '')
  return readingsOf(words.join('')).some((text) => consistsOf(text, parts))
}

/** Returns whether a text, which is not empty, is made of nothing but these parts. */
function consistsOf(text: string, parts: readonly string[]) {
  const ends = new Set([0])
  for (let at = 0; at < text.length; at += 1)
    if (ends.has(at)) for (const part of parts) if (text.startsWith(part, at)) ends.add(at + part.length)
  return text !== '' && ends.has(text.length)
}

/** A text as it is, without its digits, and with the letters for which they stand. */
function readingsOf(text: string) {
  return [text, text.replaceAll(/\d/g, ''), text.replaceAll(/\d/g, (digit) => DIGITS.get(digit) ?? digit)]
}

function wordsOf(text: string) {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const folded = [...plain].map((letter) => LOOKALIKES.get(letter) ?? letter).join('')
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
