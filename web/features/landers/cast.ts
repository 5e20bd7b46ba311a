import type { NicheName } from '#contract/landers/landers.ts'

const files = import.meta.glob<string>('./images/*.webp', { eager: true, query: '?url', import: 'default' })

/** Portraits by niche, in the order in which pages show them. None of these people exists. */
const casts: Record<NicheName, string> = {
  plain: 'w5 m12 w8 m18 v10 m9 w3 m14 w20 d7 w6 m6',
  she: 'w3 w8 v10 w5 w24 v14 w20 v6 w6 m12 m18 m9',
  bdsm: 'w6 m12 w24 d7 v10 m14 w3 m9 v6 m18 w5 d1',
  bbw: 'w8 v24 w24 v7 m18 v14 w20 v10 w6 m9 v17 m12',
  gilf: 'o14 d7 o2 o16 d1 o9 o18 d18 o1 d17 v6 m14',
  milf: 'v10 v6 v14 m12 v7 v24 m9 v17 m14 w24 d7 m18',
  gay: 'm12 m18 m9 m14 d7 m6 m11 d1 d18 m12 m9 d17',
}

/** Returns the URL of a portrait. `images` are those that the operator has set, which replace ours. */
export function portraitUrl({ niche, images, index }: { niche: NicheName; images: readonly string[]; index: number }) {
  if (images.length > 0) return images[index % images.length] ?? ''
  const names = casts[niche].split(' ')
  return imageUrl(names[index % names.length] ?? '')
}

/** Returns the URL of an image in `images/`. */
export function imageUrl(name: string) {
  return files[`./images/${name}.webp`] ?? ''
}
