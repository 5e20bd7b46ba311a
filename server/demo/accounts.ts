import type { DemoPerson } from './people.ts'

/** Credits of each demo account: enough for a few messages, few enough to see them run out. */
export const DEMO_CREDITS = 24

/**
 * The members whose log-ins are printed: a free and a premium member of one town who find each other, and a
 * free one among people who write French.
 */
export const demoAccounts: readonly Omit<DemoPerson, 'birthDate'>[] = [
  {
    email: 'free@demo.example',
    name: 'Theo',
    gender: 'male',
    lookingFor: 'female',
    age: 34,
    country: 'GB',
    region: 'London',
    city: 'London',
    language: 'en',
    about: 'I build furniture that almost never wobbles. Looking for someone to test the chairs.',
    relationship: 'single',
    sexuality: 'hetero',
    bodyType: 'normal',
    hairColour: 'black',
    eyeColour: 'hazel',
    tattoos: 'few',
    reason: 'relationship',
    intention: 'long_term',
    answers: [
      {
        prompt: 'simple_pleasures',
        text: 'The first coffee, the smell of oak, and a chair that finally stands level.',
      },
      { prompt: 'bet_you_cannot', text: 'Name five trees on your street. I’ll bring the ladder.' },
      { prompt: 'first_date', text: 'One painting in one museum, then as many dumplings as we can carry.' },
    ],
    interests: ['cooking', 'cycling', 'music', 'museums', 'dogs'],
    isPremium: false,
    isFictional: false,
    photos: ['public', 'public', 'public'],
  },
  {
    email: 'premium@demo.example',
    name: 'Mira',
    gender: 'female',
    lookingFor: 'male',
    age: 32,
    // The address would give the face, hair and backdrop of Amy, a neighbour on the first page.
    faceSeed: 'mira 143',
    country: 'GB',
    region: 'London',
    city: 'London',
    language: 'en',
    about: 'Architect, early swimmer, late reader. I ask a lot of questions and like the ones that come back.',
    relationship: 'single',
    sexuality: 'hetero',
    bodyType: 'normal',
    hairColour: 'black',
    eyeColour: 'brown',
    tattoos: 'none',
    reason: 'dating',
    intention: 'long_term_open',
    answers: [
      {
        prompt: 'perfect_sunday',
        text: 'Cold water at seven, warm bread at eight, a book until someone says dinner.',
      },
      { prompt: 'unpopular_opinion', text: 'Every city is at its best in the rain. Yes, even this one.' },
      { prompt: 'get_along_if', text: 'You ask the second question, not just the first.' },
    ],
    interests: ['swimming', 'reading', 'museums', 'music', 'travelling'],
    isPremium: true,
    isFictional: false,
    photos: ['public', 'public', 'private'],
  },
  {
    email: 'gratuit@demo.example',
    name: 'Camille',
    gender: 'female',
    lookingFor: 'male',
    age: 31,
    country: 'FR',
    region: 'Auvergne-Rhône-Alpes',
    city: 'Lyon',
    language: 'fr',
    about: 'Libraire à la Croix-Rousse. Je conseille des romans toute la journée et je finis par les acheter.',
    relationship: 'single',
    sexuality: 'hetero',
    bodyType: 'slim',
    hairColour: 'blond',
    eyeColour: 'green',
    tattoos: 'none',
    reason: 'relationship',
    intention: 'long_term',
    answers: [
      {
        prompt: 'perfect_sunday',
        text: 'Le marché de bonne heure, un roman l’après-midi, une tarte que l’on rate à deux.',
      },
      { prompt: 'green_flag', text: 'Rendre les livres prêtés. Avec un petit mot dedans, c’est gagné.' },
      { prompt: 'first_date', text: 'Un café en terrasse, puis la colline à pied. On verra bien qui s’essouffle.' },
    ],
    interests: ['reading', 'hiking', 'cooking', 'cinema', 'museums'],
    isPremium: false,
    isFictional: false,
    photos: ['public', 'public', 'public'],
  },
]

export function isDemoAccount({ email }: { email: string }) {
  return demoAccounts.some((account) => account.email === email)
}
