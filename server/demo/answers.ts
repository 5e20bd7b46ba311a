import type { Language } from '#contract/languages.ts'
import { PROFILE_ANSWERS } from '#contract/limits.ts'
import { profileChoices } from '#contract/profiles/profile-fields.ts'
import type { Prompt } from '#contract/profiles/prompts.ts'
import type { ProfileEdit } from '#contract/profiles/schemas.ts'
import type { Interest } from '#contract/settings/schemas.ts'
import type { Rng } from './random.ts'
import type { InLanguages } from './texts.ts'

type Texts = readonly [string, ...string[]]

/** Answers of demo members to prompts, by language. */
const answerTexts: InLanguages<Partial<Record<Prompt, Texts>>> = {
  en: {
    simple_pleasures: [
      'Fresh sheets, an open window and nowhere to be.',
      'The first sip of tea, before anyone has asked me anything.',
      'Finding a fiver in last winter’s coat.',
      'A seat by the window on a slow train.',
    ],
    perfect_sunday: [
      'A long hike, a longer lunch, and a film I’ve already seen.',
      'The market early, a nap without an alarm, soup in the evening.',
      'Bacon, newspapers, rain outside, absolutely no plan.',
      'Out on the bike before the traffic wakes up.',
    ],
    makes_me_laugh: [
      'People who laugh before they reach the end of their own joke.',
      'Autocorrect. Every time. I am not proud of it.',
      'Dogs who look like their owners.',
    ],
    first_date: [
      'A stroll with a coffee. If it goes well, a second coffee. If it goes very well, cake.',
      'Mini golf. You learn everything about a person at the windmill.',
      'The oldest pub we can find and one good question each.',
      'A food market, so we needn’t agree on a menu.',
    ],
    cook_for_you: [
      'Risotto, because it keeps us both in the kitchen.',
      'My grandmother’s lasagne. You’ll be asked to stay for the second day, it’s better then.',
      'A proper curry, and a glass of milk on standby.',
    ],
    green_flag: [
      'Remembers the name of the waiter.',
      'Says ‘I don’t know’ and means it.',
      'Has friends from a long time ago.',
      'Sings in the car, also with passengers.',
    ],
    never_shut_up: [
      'Why trains are the best place to read.',
      'The right way to make a cup of tea. There is one.',
      'Birds. It started with one pigeon.',
    ],
    unpopular_opinion: [
      'Pineapple belongs on pizza, and so does an egg.',
      'The book is not always better.',
      'Monday is a perfectly good day.',
      'Holidays are best in November.',
    ],
    best_trip: [
      'A night train to Lisbon that arrived nine hours late. Best nine hours.',
      'Three weeks with a tent in Scotland. It rained for two and a half of them.',
      'A wrong bus in Naples, and the lunch it led to.',
    ],
    hidden_talent: [
      'I can tell you the year of any song from the first four seconds.',
      'I always choose the faster queue.',
      'Parallel parking, in one go, with an audience.',
    ],
    learning: [
      'Italian. I can order everything and discuss nothing.',
      'The ukulele. My neighbours are learning patience.',
      'How not to lose a basil plant within a month.',
    ],
    guilty_pleasure: [
      'Baking shows, with popcorn, giving advice to the screen.',
      'Eurovision. I keep a scorecard.',
      'Reading the last page first.',
    ],
    friends_describe: [
      'The one who brings a jumper for everybody.',
      'Calm, until board games are on the table.',
      'Late, but worth the wait.',
    ],
    get_along_if: [
      'You can be quiet together without it getting awkward.',
      'You order what you can’t pronounce.',
      'You ask a second question.',
      'Your plans have room for a detour.',
    ],
    looking_for: [
      'finds small things funny and big things important.',
      'is kind to people when there is nothing in it for them.',
      'would rather go and see than read about it.',
    ],
    two_truths_one_lie: [
      'I’ve milked a goat, met a king and never seen Star Wars.',
      'I can juggle, I hate coriander, I once won a marrow contest.',
      'I’ve lived on a boat, I speak Finnish, I am afraid of geese.',
    ],
  },
  fr: {
    simple_pleasures: [
      'Des draps propres, la fenêtre ouverte et rien de prévu.',
      'La première gorgée de café, avant que quelqu’un me parle.',
      'Retrouver un billet dans le manteau de l’hiver dernier.',
      'Une place côté fenêtre dans un train lent.',
    ],
    perfect_sunday: [
      'Une longue marche, un déjeuner plus long encore, et un film déjà vu.',
      'Le marché tôt, une sieste sans réveil, une soupe le soir.',
      'Des croissants, la pluie dehors et absolument aucun programme.',
      'À vélo avant que la ville se réveille.',
    ],
    makes_me_laugh: [
      'Les gens qui rient avant la fin de leur propre blague.',
      'Le correcteur automatique. À chaque fois. Je n’en tire aucune gloire.',
      'Les chiens qui ressemblent à leur maître.',
    ],
    first_date: [
      'Une balade et un café. Si tout va bien, un deuxième café. Si tout va très bien, un gâteau.',
      'Un mini-golf : on apprend tout de quelqu’un devant le moulin.',
      'Le plus vieux bistrot du quartier et une bonne question chacun.',
      'Une halle gourmande, pour ne pas avoir à choisir le menu.',
    ],
    cook_for_you: [
      'Un risotto, parce qu’il nous garde tous les deux en cuisine.',
      'Les lasagnes de ma grand-mère. Restez pour le lendemain, elles sont meilleures.',
      'Un vrai curry, avec un verre de lait à portée de main.',
    ],
    green_flag: [
      'Se souvenir du prénom du serveur.',
      'Savoir dire « je ne sais pas », et le penser.',
      'Avoir des amis depuis toujours.',
      'Chanter en voiture, même avec des passagers.',
    ],
    never_shut_up: [
      'Pourquoi le train est le meilleur endroit pour lire.',
      'La cuisson des œufs à la coque. Il n’y a qu’une méthode.',
      'Les oiseaux. Tout a commencé par un pigeon.',
    ],
    unpopular_opinion: [
      'L’ananas a sa place sur la pizza. L’œuf aussi.',
      'Le livre n’est pas toujours mieux que le film.',
      'Le lundi est un jour très correct.',
      'Les meilleures vacances sont en novembre.',
    ],
    best_trip: [
      'Un train de nuit pour Lisbonne, arrivé avec neuf heures de retard. Les neuf meilleures.',
      'Trois semaines sous la tente en Écosse. Il a plu deux semaines et demie.',
      'Le mauvais bus à Naples, et le déjeuner au bout de la ligne.',
    ],
    hidden_talent: [
      'Je devine l’année d’une chanson en quatre secondes.',
      'Je choisis toujours la file qui avance.',
      'Le créneau du premier coup, même devant du public.',
    ],
    learning: [
      'L’italien. Je sais tout commander et ne discuter de rien.',
      'Le ukulélé. Mes voisins apprennent la patience.',
      'À garder un basilic en vie plus d’un mois.',
    ],
    guilty_pleasure: [
      'Les concours de pâtisserie, avec des conseils à voix haute à l’écran.',
      'L’Eurovision. Avec une grille de notes.',
      'Lire la dernière page en premier.',
    ],
    friends_describe: [
      'La personne qui apporte un pull pour tout le monde.',
      'Un grand calme, jusqu’à ce qu’on sorte les jeux de société.',
      'Toujours en retard, mais ça vaut la peine d’attendre.',
    ],
    get_along_if: [
      'vous savez vous taire à deux sans que ce soit gênant.',
      'vous commandez le plat dont vous n’avez jamais entendu parler.',
      'vous posez une deuxième question.',
      'vos projets laissent de la place aux détours.',
    ],
    looking_for: [
      'rit des petites choses et prend soin des grandes.',
      'est aimable même quand ça ne rapporte rien.',
      'préfère aller voir plutôt que lire à ce sujet.',
    ],
    two_truths_one_lie: [
      'J’ai trait une chèvre, rencontré un roi et jamais vu Star Wars.',
      'Je jongle, je déteste la coriandre, j’ai gagné un concours de courges.',
      'J’ai habité un bateau, je parle finnois, j’ai peur des oies.',
    ],
  },
}

/** An intention that fits these interests, where they say one. */
const intentionOf: Partial<Record<Interest, NonNullable<ProfileEdit['intention']>>> = {
  relationship: 'long_term',
  candlelight_dinners: 'long_term_open',
  friendship: 'friends',
  flirting: 'casual',
}

/** Returns what a demo member answers and hopes for. Some say little, as on any site. */
export function answersOf(
  rng: Rng,
  { language, interests }: { language: Language; interests: readonly Interest[] },
): Pick<ProfileEdit, 'answers' | 'intention'> {
  const texts = Object.entries(answerTexts[language] ?? answerTexts.en)
  const count = rng.isTrue(0.12) ? 0 : rng.pick([1, 2, 2, PROFILE_ANSWERS, PROFILE_ANSWERS])
  const answers: ProfileEdit['answers'] = []
  while (answers.length < count) {
    const [prompt, answer] = texts[Math.floor(rng.next() * texts.length)] ?? []
    // `Object.entries` loses the type of the keys.
    if (answer && answers.every((each) => each.prompt !== prompt))
      answers.push({ prompt: prompt as Prompt, text: rng.pick(answer) })
  }
  const fitting = interests.map((interest) => intentionOf[interest]).find((each) => each !== undefined)
  return { answers, intention: rng.isTrue(0.85) ? (fitting ?? rng.pick(profileChoices.intention)) : null }
}
