import type { Language } from '#contract/languages.ts'
import type { Interest } from '#contract/settings/schemas.ts'
import type { Rng } from './random.ts'

type List = readonly [string, ...string[]]

/** What demo members write, by language. Members of other languages write in English. */
export type InLanguages<Value> = Partial<Record<Language, Value>> & { en: Value }

interface TextParts {
  openers: List
  likes: Partial<Record<Interest, string>>
  closings: List
}

/** Parts of the demo members' profile texts: an opening, a sentence about an interest, a closing. */
const textParts: InLanguages<TextParts> = {
  en: {
    openers: [
      'Friends say I laugh before the joke is over.',
      'Teacher by day, terrible karaoke singer by night.',
      'I moved here last year and I am still finding the best coffee in town.',
      'Calm on the outside, curious on the inside.',
      'I fix bicycles, other people’s gardens and sometimes dinner.',
      'Part-time optimist, full-time tea drinker.',
      'My plants are alive, which I count as a reference.',
      'I read the last page first. There, now you know the worst.',
      'Nurse, sister, aunt, and undefeated at Scrabble.',
      'I work too much with numbers and make up for it with people.',
      'New to this. Be gentle with my typing.',
      'I like early mornings and late dinners.',
      'Grew up by the sea and still check the tide times.',
      'My dog has better manners than I have.',
    ],
    likes: {
      hiking: 'On Sundays you find me on a muddy path with a thermos.',
      cooking: 'I cook from memory and it usually works.',
      dogs: 'Yes, the dog comes along.',
      music: 'There is always a record playing.',
      concerts: 'I choose holidays by who is on tour.',
      travelling: 'A night train is my idea of luxury.',
      museums: 'I can spend an hour in front of one painting.',
      cycling: 'I know every bike lane within fifty miles.',
      reading: 'There are books on every chair.',
      dancing: 'I dance badly and with conviction.',
      photography: 'I take pictures of doors. Do not ask.',
      yoga: 'Yoga on Tuesdays, chips on Wednesdays.',
      cinema: 'Middle row, no talking, salted popcorn.',
      gardening: 'My tomatoes have names.',
      wine: 'I know three things about wine and tell them often.',
      board_games: 'I own too many board games and lose most of them.',
    },
    closings: [
      'I would love to meet somebody who asks questions back.',
      'Looking for long talks and short queues.',
      'Tell me about the last thing that made you laugh.',
      'If you like walking without a plan, write to me.',
      'No hurry. A coffee first, then we will see.',
      'Somebody kind, please. The rest we can discuss.',
      'What would you cook for a first dinner?',
      'Looking for a partner in small adventures.',
    ],
  },
  fr: {
    openers: [
      'Mes amis disent que je ris avant la fin des blagues.',
      'Enseignement le jour, karaoké catastrophique le soir.',
      'Ici depuis un an, je cherche encore le meilleur café de la ville.',
      'Calme en apparence, curiosité sans fin.',
      'Je répare des vélos, des jardins et parfois le dîner.',
      'Optimiste à mi-temps, amateur de thé à plein temps.',
      'Mes plantes sont en vie, c’est ma meilleure référence.',
      'Je lis toujours la dernière page en premier. Voilà, vous savez le pire.',
      'Trois nièces, un chat et jamais battu au Scrabble.',
      'Je travaille avec des chiffres et je me rattrape avec les gens.',
      'Première fois ici, soyez indulgents.',
      'J’aime les matins tôt et les dîners tard.',
      'Une enfance au bord de la mer, et je regarde encore les marées.',
      'Mon chien est mieux élevé que moi.',
    ],
    likes: {
      hiking: 'Le dimanche, on me trouve sur un sentier avec un thermos.',
      cooking: 'Je cuisine de mémoire et en général ça marche.',
      dogs: 'Oui, le chien vient aussi.',
      music: 'Il y a toujours un disque qui tourne.',
      concerts: 'Je choisis mes vacances selon les tournées.',
      travelling: 'Le train de nuit, pour moi, c’est le luxe.',
      museums: 'Je peux passer une heure devant un seul tableau.',
      cycling: 'Je connais toutes les pistes cyclables du coin.',
      reading: 'Il y a des livres sur toutes les chaises.',
      dancing: 'Je danse mal, mais avec conviction.',
      photography: 'Je photographie des portes. Ne me demandez pas pourquoi.',
      yoga: 'Yoga le mardi, frites le mercredi.',
      cinema: 'Rang du milieu, silence, pop-corn salé.',
      gardening: 'Mes tomates ont des prénoms.',
      wine: 'Je sais trois choses sur le vin et je les raconte souvent.',
      board_games: 'Trop de jeux de société, et je perds presque toujours.',
    },
    closings: [
      'J’aimerais rencontrer quelqu’un qui pose aussi des questions.',
      'Pour de longues conversations et de courtes files d’attente.',
      'Racontez-moi la dernière chose qui vous a fait rire.',
      'Si vous aimez marcher sans but, écrivez-moi.',
      'Rien ne presse. Un café d’abord, et on verra.',
      'Quelqu’un de gentil, c’est tout. Le reste se discute.',
      'Que cuisineriez-vous pour un premier dîner ?',
      'Pour partager de petites aventures.',
    ],
  },
}

export function aboutText(rng: Rng, { language, interests }: { language: Language; interests: Interest[] }) {
  const { openers, likes, closings } = textParts[language] ?? textParts.en
  const own = interests.map((interest) => likes[interest]).find((sentence) => sentence !== undefined)
  return [rng.pick(openers), own, rng.pick(closings)].filter(Boolean).join(' ')
}

type Line = readonly [sender: 'first' | 'second', text: string]

/** Conversations between two demo members, by language. */
const conversations: InLanguages<readonly [readonly Line[], ...(readonly Line[])[]]> = {
  en: [
    [
      ['first', 'Hello! I saw that you like long walks too. Do you have a favourite one?'],
      ['second', 'Hi! Yes, along the river, early, before the joggers wake up.'],
      ['first', 'Before the joggers? That is brave.'],
      ['second', 'It is the only time the ducks are polite.'],
      ['first', 'Then I would like to meet those ducks. Sunday, nine o’clock?'],
      ['second', 'Make it half past. Even ducks deserve a coffee first 🙂'],
    ],
    [
      ['first', 'Important question: what would you cook for a first dinner?'],
      ['second', 'Risotto. It forces both of us to stay in the kitchen.'],
      ['first', 'Good answer. I bring the wine and three facts about it.'],
      ['second', 'Only three? Deal.'],
    ],
    [
      ['first', 'Your profile made me laugh. Do your tomatoes really have names?'],
      ['second', 'Of course. Edith is the difficult one.'],
      ['first', 'Please give Edith my regards.'],
      ['second', 'She says you may visit when she is ripe. That is around July.'],
      ['first', 'I have put it in my calendar.'],
    ],
    [
      ['first', 'Hi, how was your week?'],
      ['second', 'Long. But there was cake on Thursday. Yours?'],
      ['first', 'No cake. I feel I have been living wrong.'],
      ['second', 'I know a place that can help. They have eleven kinds.'],
    ],
    [
      ['first', 'Which record is playing right now?'],
      ['second', 'Nina Simone. The rain asked for it.'],
      ['first', 'The rain has taste.'],
    ],
  ],
  fr: [
    [
      ['first', 'Bonjour ! J’ai vu que vous aimez aussi marcher. Vous avez un chemin préféré ?'],
      ['second', 'Bonjour ! Oui, le long de la rivière, tôt, avant le réveil des joggeurs.'],
      ['first', 'Avant les joggeurs ? Quel courage.'],
      ['second', 'C’est la seule heure où les canards sont polis.'],
      ['first', 'Alors j’aimerais rencontrer ces canards. Dimanche, neuf heures ?'],
      ['second', 'Plutôt la demie. Même les canards ont droit à un café d’abord 🙂'],
    ],
    [
      ['first', 'Question importante : que cuisineriez-vous pour un premier dîner ?'],
      ['second', 'Un risotto. Cela oblige à rester tous les deux en cuisine.'],
      ['first', 'Bonne réponse. J’apporte le vin et trois choses à dire dessus.'],
      ['second', 'Seulement trois ? Marché conclu.'],
    ],
    [
      ['first', 'Votre profil m’a fait rire. Vos tomates ont vraiment des prénoms ?'],
      ['second', 'Bien sûr. Édith est la plus difficile.'],
      ['first', 'Transmettez-lui mes salutations.'],
      ['second', 'Elle dit que vous pourrez passer quand elle sera mûre. Vers juillet.'],
    ],
    [
      ['first', 'Bonsoir, comment s’est passée votre semaine ?'],
      ['second', 'Longue. Mais il y a eu du gâteau jeudi. Et la vôtre ?'],
      ['first', 'Pas de gâteau. J’ai l’impression d’avoir mal vécu.'],
      ['second', 'Je connais un endroit pour y remédier. Ils en ont onze sortes.'],
    ],
  ],
}

/** Returns the conversations that members of a language may have. */
export function conversationsIn(language: Language) {
  return conversations[language] ?? conversations.en
}
