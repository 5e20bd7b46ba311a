/** The people on the landing pages; none exists. `web/features/landers/cast.ts` casts the seeds by niche. */
const groups = {
  w: { gender: 'female', age: 28, numbers: [3, 5, 6, 8, 20, 24] },
  v: { gender: 'female', age: 46, numbers: [6, 7, 10, 14, 17, 24] },
  o: { gender: 'female', age: 66, numbers: [1, 2, 9, 14, 16, 18] },
  m: { gender: 'male', age: 31, numbers: [6, 9, 11, 12, 14, 18] },
  d: { gender: 'male', age: 60, numbers: [1, 7, 17, 18] },
} as const

export const cast = Object.entries(groups).flatMap(([group, { gender, age, numbers }]) =>
  numbers.map((number) => ({ name: `${group}${number}`, person: { seed: `lander ${group}${number}`, gender, age } })),
)
