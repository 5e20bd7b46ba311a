import {
  CLOSE_AGE_YEARS,
  DAILY_PICKS,
  FINDER_RESULTS,
  GAME_CANDIDATES,
  RANKED_INTERESTS,
  REASON_POINTS,
  SWIPE_DECK,
} from '#contract/limits.ts'
import type { ProfileChoices } from '#contract/profiles/profile-field-schemas.ts'
import type { ProfileCard } from '#contract/profiles/schemas.ts'
import type { Interest } from '#contract/settings/schemas.ts'
import { notLikedText } from '#server/features/likes/fragments.ts'
import { notPrivateText } from '#server/features/visibility/fragments.ts'
import { cardJoins, cardJson } from '#server/features/profiles/fragments.ts'
import { candidateQuery, knownMembersQuery } from '#server/features/search/candidates.ts'
import type { Shared } from './rules.ts'

/** What members are compared with: the viewer's profile and answers. Empty values give no reason. */
const ownTypes = {
  interests: 'text[]',
  homeCountry: 'text',
  homeRegion: 'text',
  /** In lower case; empty: the viewer names none. */
  homeCity: 'text',
  ownReason: 'text',
  ownAge: 'int',
  /** Members swiped since are not dealt again. */
  swipedSince: 'timestamptz',
} as const

export interface Comparison {
  interests: readonly Interest[]
  homeCountry: string
  homeRegion: string
  homeCity: string
  ownReason: ProfileChoices['reason']
  ownAge: number
  swipedSince: Date
}

export interface SuggestionRow extends Shared {
  userId: number
  card: ProfileCard
}

const card = cardJson({
  isVisitor: false,
  lastActiveAt: 'wanted.last_active_at',
  today: '{today}',
  onlineSince: '{onlineSince}',
})

interface SuggestionText {
  limit: number
  /** Members without any reason are left out. */
  needsReason?: boolean
  /** SQL that sorts before the rank. */
  first?: string
}

/** Ranks the candidates and returns the best of them with what they share with the viewer. */
function suggestionText({ limit, needsReason = false, first }: SuggestionText) {
  const points = REASON_POINTS
  const order = (rows: string) =>
    `${first ? 'place, ' : ''}score desc, ${rows}.last_active_at desc, ${rows}.user_id desc`
  return `select wanted.user_id, (${card})::json as card,
    wanted.likes_you, wanted.interests, wanted.is_same_city, wanted.is_same_region, wanted.same_reason, wanted.age_difference,
    not p.is_invisible and not privacy.is_reserved and exists (
      select from chat_counts n where n.user_id = wanted.user_id and n.answers_often
    ) as answers_often
  from (
    select c.user_id, c.last_active_at, ${first ? `${first} as place, ` : ''}shared.*,
      ${points.interest} * least(cardinality(shared.interests), ${RANKED_INTERESTS})
        + case when shared.likes_you then ${points.likesYou} else 0 end
        + case when shared.is_same_city then ${points.city} when shared.is_same_region then ${points.region} else 0 end
        + case when shared.same_reason is not null then ${points.reason} else 0 end
        + case when shared.age_difference <= ${CLOSE_AGE_YEARS} then ${points.age} else 0 end
        + case when p.main_photo_id is not null and not hidden.is_reserved then ${points.photo} else 0 end as score
    from candidates c
    join profiles p on p.user_id = c.user_id
    cross join lateral (select not ${notPrivateText('{viewer}', 'p')} as is_reserved) hidden
    cross join lateral (
      select
        exists (
          select from likes k where k.user_id = {viewer} and k.other_id = p.user_id and k.received_at is not null
        ) as likes_you,
        case when hidden.is_reserved then '{}' else array(
          select common from unnest(p.interests) common where common = any({interests})
        ) end as interests,
        p.country = {homeCountry} and p.region = {homeRegion} and {homeCity} <> '' and lower(p.city) = {homeCity}
          as is_same_city,
        p.country = {homeCountry} and p.region = {homeRegion} as is_same_region,
        case when p.reason = {ownReason} and not hidden.is_reserved then p.reason end as same_reason,
        abs(date_part('year', age({today}, p.birth_date::timestamp))::int - {ownAge}) as age_difference
    ) shared
    ${needsReason ? `where ${hasReason}` : ''}
    order by ${order('c')}
    limit ${limit}
  ) wanted
  ${cardJoins('{viewer}')}
  order by ${order('wanted')}`
}

/** Where `reasonsOf` returns any. */
const hasReason = `(shared.likes_you or cardinality(shared.interests) > 0 or shared.is_same_region
      or shared.same_reason is not null or shared.age_difference <= ${CLOSE_AGE_YEARS})`

const notSwiped = `(
  select true from swipes w
  where w.user_id = {viewer} and w.other_id = s.user_id and w.swiped_at > {swipedSince}
) is not true`

/** Finds members for the match finder. */
export const findBest = candidateQuery<SuggestionRow, keyof typeof ownTypes>({
  name: 'match_finder',
  ownTypes,
  rows: GAME_CANDIDATES,
  condition: notLikedText('{viewer}', 's.user_id'),
  text: suggestionText({ limit: FINDER_RESULTS }),
})

/** Finds the next cards of the swipe game. */
export const findDeck = candidateQuery<SuggestionRow, keyof typeof ownTypes>({
  name: 'swipe_deck',
  ownTypes,
  rows: GAME_CANDIDATES,
  condition: `${notLikedText('{viewer}', 's.user_id')} and ${notSwiped}`,
  text: suggestionText({ limit: SWIPE_DECK }),
})

const withoutConversation = `(
  select true from conversations v
  where v.low_id = least(s.user_id, {viewer}) and v.high_id = greatest(s.user_id, {viewer})
) is not true`

const isNewToViewer = `${notLikedText('{viewer}', 's.user_id')} and ${withoutConversation}`

/** Finds the members for a day, those of the day before last. */
export const findPicks = candidateQuery<SuggestionRow, keyof typeof ownTypes | 'earlier'>({
  name: 'daily_picks',
  ownTypes: { ...ownTypes, earlier: 'bigint[]' },
  rows: GAME_CANDIDATES,
  condition: `${isNewToViewer} and ${notSwiped}`,
  text: suggestionText({ limit: DAILY_PICKS, needsReason: true, first: 'c.user_id = any({earlier})' }),
})

/** Finds those of a day's members who can still be suggested, in the order of `picked`. */
export const findPicked = knownMembersQuery<SuggestionRow, keyof typeof ownTypes | 'picked'>({
  name: 'picked_members',
  ownTypes: { ...ownTypes, picked: 'bigint[]' },
  members: '{picked}',
  condition: `${isNewToViewer} and ${notSwiped}`,
  text: suggestionText({
    limit: DAILY_PICKS,
    needsReason: true,
    first: 'array_position({picked}, c.user_id)',
  }),
})
