import { renderToString } from 'react-dom/server'
import type { ProfileCard } from '#contract/profiles.ts'
import { htmlText } from '#web/ui/elements/html-text.ts'
import { tileOf, type TileOptions } from './member-tile.tsx'

/*
 * Tiles as text, for pages that are rendered on the server: a page of the search has 24, and React took as long for them as
 * for the rest of the page. React renders each kind of tile once, with a mark in place of each value.
 */

const marks = {
  id: 'id00',
  // The initial of a name is its first character.
  name: '\u00A7name\u00A7',
  initial: '\u00A7',
  age: 'age0',
  place: 'place0',
  online: 'online0',
  photoId: 'photo0',
  preview: 'preview0',
  alt: 'alt0',
  heart: 'heart0',
}
type Field = keyof typeof marks
const anyMark = new RegExp(`(${Object.values(marks).join('|')})`)
const fieldOf = new Map(Object.entries(marks).map(([field, mark]) => [mark, field as Field]))

const texts = {
  online: marks.online,
  noPhoto: () => marks.alt,
  photoOf: () => marks.alt,
  lockedPhotoOf: () => marks.alt,
}

interface Template {
  /** One more than fields. */
  texts: string[]
  fields: Field[]
}

function templateOf({ heading, photo, isOnline, heart }: Kind): Template {
  const member = {
    id: marks.id,
    name: marks.name,
    age: marks.age,
    city: marks.place,
    isOnline,
    isFictional: false,
    photo: photo === 'none' ? null : { id: marks.photoId, preview: marks.preview, isLocked: photo === 'locked' },
  } as unknown as ProfileCard
  const hearts = heart === 'none' ? null : { isLiked: () => heart === 'liked', labelOf: () => marks.heart }
  const html = renderToString(
    tileOf(member, { texts, heading, isUrgent: false, hearts, badge: null, hasFailed: false }),
  )
  const parts = html.split(anyMark)
  return {
    texts: parts.filter((_, index) => index % 2 === 0),
    fields: parts.flatMap((part) => fieldOf.get(part) ?? []),
  }
}

interface Kind {
  heading: 'h2' | 'h3'
  photo: 'none' | 'open' | 'locked'
  isOnline: boolean
  heart: 'none' | 'open' | 'liked'
}

const keyOf = ({ heading, photo, isOnline, heart }: Kind) => `${heading} ${photo} ${isOnline} ${heart}`

// All of them now: React cannot render a tile while it renders a page.
const templates = new Map<string, Template>()
for (const heading of ['h2', 'h3'] as const)
  for (const photo of ['none', 'open', 'locked'] as const)
    for (const isOnline of [false, true])
      for (const heart of ['none', 'open', 'liked'] as const) {
        const kind = { heading, photo, isOnline, heart }
        templates.set(keyOf(kind), templateOf(kind))
      }

/** Returns the content of a tile without badges; null for one that has a label. */
export function tileHtml(
  member: ProfileCard,
  { texts: shown, heading, hearts }: Pick<TileOptions, 'texts' | 'heading' | 'hearts'>,
) {
  const { id, name, age, photo, isOnline } = member
  if (member.isFictional) return null
  const heart = hearts ? (hearts.isLiked(member) ? 'liked' : 'open') : 'none'
  const template = templates.get(keyOf({ heading, photo: kindOf(photo), isOnline, heart }))
  if (!template) return null
  const [initial = ''] = name
  const values: Record<Field, string> = {
    id: htmlText(id),
    name: htmlText(name),
    initial: htmlText(initial),
    age: String(age),
    place: htmlText(member.city ?? member.region),
    online: htmlText(shown.online),
    photoId: photo ? htmlText(photo.id) : '',
    preview: photo ? htmlText(photo.preview) : '',
    alt: htmlText(photo ? (photo.isLocked ? shown.lockedPhotoOf : shown.photoOf)(name) : shown.noPhoto(name)),
    heart: hearts ? htmlText(hearts.labelOf(member)) : '',
  }
  return fill(template, values)
}

function kindOf(photo: ProfileCard['photo']) {
  if (!photo) return 'none'
  return photo.isLocked ? 'locked' : 'open'
}

function fill({ texts: [first = '', ...rest], fields }: Template, values: Record<Field, string>) {
  let html = first
  for (const [index, field] of fields.entries()) html += values[field] + (rest[index] ?? '')
  return html
}
