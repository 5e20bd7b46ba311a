import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import { ProfileId } from '#contract/ids.ts'
import {
  DAILY_PICKS,
  DISCOVERY_ROW,
  FINDER_LIST_MAX_LENGTH,
  FINDER_RESULTS,
  SWIPE_DECK,
  SWIPE_LIKES,
} from '#contract/limits.ts'
import { LookingFor } from '#contract/profiles/profile-field-schemas.ts'
import { profileChoices } from '#contract/profiles/profile-fields.ts'
import { Age, ProfileCard } from '#contract/profiles/schemas.ts'
import { MemberCount, SearchFacets, SearchFilters } from '#contract/search/schemas.ts'
import { interests } from '#contract/settings/interests.ts'
import { Interest } from '#contract/settings/schemas.ts'
import { finderPlaces } from './finder-places.ts'

/** Why a member is suggested: what the two have in common, or that the member answers; never an estimate. */
export const Reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('likesYou') }),
  z.object({ kind: z.literal('interests'), interests: z.array(Interest).min(1).max(interests.length) }),
  z.object({ kind: z.literal('city') }),
  z.object({ kind: z.literal('region') }),
  /** Both named the same reason for the sign-up. */
  z.object({ kind: z.literal('reason'), reason: z.enum(profileChoices.reason) }),
  z.object({ kind: z.literal('age') }),
  z.object({ kind: z.literal('answers') }),
])
export type Reason = z.output<typeof Reason>

export const SuggestedMember = ProfileCard.extend({ reasons: z.array(Reason).max(Reason.options.length) })
export type SuggestedMember = z.output<typeof SuggestedMember>

export const swipeChoices = ['like', 'pass'] as const
export type SwipeChoice = (typeof swipeChoices)[number]

/** The likes left. `renewsInMs`: when all are there again; null before the first like of a window. */
export const Allowance = z.object({ likesLeft: z.int().max(SWIPE_LIKES), renewsInMs: z.int().nullable() })
export type Allowance = z.output<typeof Allowance>

/** `undoable` names the member of the last swipe while it can be undone. */
const GameState = z.object({ allowance: Allowance, undoable: ProfileId.nullable() })

export const SwipeGame = GameState.extend({ cards: z.array(SuggestedMember).max(SWIPE_DECK) })
export type SwipeGame = z.output<typeof SwipeGame>

export const getSwipeGame = {
  summary:
    'Deals the next cards of the swipe game: members who fit both ways and were neither liked nor passed lately.',
  reply: SwipeGame,
} satisfies EndpointSchemas

const aboutMember = z.strictObject({ profileId: ProfileId })

/** `isMatch` and `isNewMatch` as in the reply to a like. */
export const SwipeReply = GameState.extend({ isMatch: z.boolean(), isNewMatch: z.boolean() })
export type SwipeReply = z.output<typeof SwipeReply>

export const swipeMember = {
  summary: 'Likes or passes a member in the swipe game. Repeating a swipe changes nothing.',
  params: aboutMember,
  body: z.strictObject({ choice: z.enum(swipeChoices) }),
  reply: SwipeReply,
} satisfies EndpointSchemas

export const undoSwipe = {
  summary: 'Undoes the last swipe. A like is withdrawn and can be given again, unless it made a match.',
  params: aboutMember,
  /** `card` is the member, if they can still be shown. */
  reply: GameState.extend({ card: ProfileCard.nullable() }),
} satisfies EndpointSchemas

const FinderPlace = z.enum(finderPlaces)
export type FinderPlace = z.output<typeof FinderPlace>

const InterestList = z.array(Interest).max(interests.length)

/** What was answered so far. Open questions are answered from the caller's profile. */
export const FinderAnswers = z.strictObject({
  gender: LookingFor.optional(),
  minAge: Age.optional(),
  maxAge: Age.optional(),
  /** The caller's own region or country. */
  where: FinderPlace.optional(),
  relationship: SearchFacets.shape.relationship,
  /** In a URL as `music,travelling`; empty for none. */
  interests: z
    .union([
      InterestList,
      z
        .string()
        .max(FINDER_LIST_MAX_LENGTH)
        .transform((text) => text.split(',').filter(Boolean))
        .pipe(InterestList),
    ])
    .optional(),
})
export type FinderAnswers = z.output<typeof FinderAnswers>

export const FinderReply = z.object({
  answers: z.object({
    gender: LookingFor,
    minAge: z.int(),
    maxAge: z.int(),
    where: FinderPlace,
    relationship: z.array(z.enum(profileChoices.relationship)).max(profileChoices.relationship.length),
    interests: InterestList,
  }),
  /** Best first. */
  results: z.array(SuggestedMember).max(FINDER_RESULTS),
})
export type FinderReply = z.output<typeof FinderReply>

export const findMatches = {
  summary: 'Ranks the most recently active members who fit, with the reasons for each.',
  query: FinderAnswers,
  reply: FinderReply,
} satisfies EndpointSchemas

/** The first members of a search, and what it finds. */
export const DiscoveryRow = MemberCount.extend({
  /** Leads to the search. */
  filters: SearchFilters.pick({ country: true, region: true, online: true, new: true, near: true }),
  results: z.array(ProfileCard).max(DISCOVERY_ROW),
})
export type DiscoveryRow = z.output<typeof DiscoveryRow>

export const Discovery = z.object({
  /** The same all day, best first, without those liked, passed, written to or blocked since. */
  today: z.array(SuggestedMember).max(DAILY_PICKS),
  /** Members who are online; null where they are few. */
  online: DiscoveryRow.nullable(),
  /** New members near the caller, else of the own region; null where they are few. */
  newNear: DiscoveryRow.nullable(),
})
export type Discovery = z.output<typeof Discovery>

export const getDiscovery = {
  summary: 'Suggests members: a few for today with the reasons for each, some who are online, and new ones nearby.',
  reply: Discovery,
} satisfies EndpointSchemas
