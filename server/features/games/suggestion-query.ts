import {
  CLOSE_AGE_YEARS,
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
import { candidateQuery } from '#server/features/search/candidates.ts'
import type { Shared } from './rules.ts'

/** What members are compared with: the viewer's profile and answers. Empty values give no reason. */
const ownTypes = {
  interests: 'text[]',
  homeCountry: 'text',
  homeRegion: 'text',
  /** In lower case. */
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
  card: ProfileCard
}

const card = cardJson({
  isVisitor: false,
  lastActiveAt: 'wanted.last_active_at',
  today: '{today}',
  onlineSince: '{onlineSince}',
})

/** Ranks the candidates and returns the best of them with what they share with the viewer. */
function suggestionText(limit: number) {
  const points = REASON_POINTS
  return `select (${card})::json as card,
    wanted.likes_you, wanted.interests, wanted.is_same_city, wanted.is_same_region, wanted.same_reason, wanted.age_difference
  from (
    select c.user_id, c.last_active_at, shared.*,
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
        p.country = {homeCountry} and p.region = {homeRegion} and lower(p.city) = {homeCity} as is_same_city,
        p.country = {homeCountry} and p.region = {homeRegion} as is_same_region,
        case when p.reason = {ownReason} and not hidden.is_reserved then p.reason end as same_reason,
        abs(date_part('year', age({today}, p.birth_date::timestamp))::int - {ownAge}) as age_difference
    ) shared
    order by score desc, c.last_active_at desc, c.user_id desc
    limit ${limit}
  ) wanted
  ${cardJoins('{viewer}')}
  order by wanted.score desc, wanted.last_active_at desc, wanted.user_id desc`
}

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
  text: suggestionText(FINDER_RESULTS),
})

/** Finds the next cards of the swipe game. */
export const findDeck = candidateQuery<SuggestionRow, keyof typeof ownTypes>({
  name: 'swipe_deck',
  ownTypes,
  rows: GAME_CANDIDATES,
  condition: `${notLikedText('{viewer}', 's.user_id')} and ${notSwiped}`,
  text: suggestionText(SWIPE_DECK),
})
