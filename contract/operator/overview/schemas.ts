import { z } from 'zod'
import type { EndpointSchemas } from '#contract/endpoint.ts'
import {
  OPERATOR_COHORT_WEEKS,
  OPERATOR_DAYS_MAX,
  OPERATOR_GROUPS_MAX,
  OPERATOR_SOURCES_MAX,
} from '#contract/limits.ts'
import { numberPeriods } from './periods.ts'

/** How many wait, and since when the oldest of them. */
const Waiting = z.object({ count: z.int(), oldestAt: z.iso.datetime().nullable() })

export const Health = z.object({
  version: z.string(),
  /** Jobs that could run now; one that is late has no worker. */
  jobs: Waiting.extend({ isLate: z.boolean() }),
  /** Jobs that have used up their attempts, by name, those that failed last first. */
  failedJobs: z
    .array(z.object({ name: z.string(), count: z.int(), lastAt: z.iso.datetime() }))
    .max(OPERATOR_GROUPS_MAX),
  /** Mails of notices that were not sent in the last day, by kind, and why. */
  failedMails: z
    .array(z.object({ kind: z.string(), reason: z.string().nullable(), count: z.int() }))
    .max(OPERATOR_GROUPS_MAX),
  /** Addresses to which a mail of any kind was reported as undeliverable in the last day. */
  bouncedAddresses: z.int(),
  stuckPayments: z.int(),
  stuckRefunds: z.int(),
  openIncidents: z.int(),
  cases: Waiting,
  /** When the next case with a clock must be decided, and how many are late. */
  nextDueAt: z.iso.datetime().nullable(),
  lateCases: z.int(),
  /** Indices that failed, and those that foreign keys of large tables lack: `table (column)`. */
  missingIndexes: z.array(z.string()).max(OPERATOR_GROUPS_MAX),
  /** Of the folder with the data of this node. */
  disk: z.object({ freeBytes: z.int(), totalBytes: z.int(), isLow: z.boolean() }),
  /** Nightly checks that found what they do not repair, and those that did not run for two days. */
  checks: z
    .array(z.object({ name: z.string(), unrepaired: z.int(), isLate: z.boolean(), finishedAt: z.iso.datetime() }))
    .max(OPERATOR_GROUPS_MAX),
})
export type Health = z.output<typeof Health>

export const getHealth = {
  summary: 'What waits, what failed, and what needs an operator.',
  reply: Health,
} satisfies EndpointSchemas

const DayNumbers = z.object({
  day: z.iso.date(),
  signups: z.int(),
  confirmed: z.int(),
  /** Null where nothing counted it on the day. */
  active: z.int().nullable(),
  likes: z.int(),
  matches: z.int(),
  conversations: z.int(),
  /** Of those that their receiver answered for the first time; null for days counted before this was. */
  answered: z.int().nullable(),
  messages: z.int(),
  orders: z.int(),
  firstOrders: z.int(),
})
export type DayNumbers = z.output<typeof DayNumbers>

const DayMoney = z.object({
  day: z.iso.date(),
  currency: z.string(),
  revenueMinor: z.int(),
  refundedMinor: z.int(),
  chargedBackMinor: z.int(),
})
export type DayMoney = z.output<typeof DayMoney>

const site = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)

export const getNumbers = {
  summary: 'What members did on each of the last days (UTC), on all sites or one.',
  query: z.strictObject({ days: z.enum(numberPeriods).optional(), site: site.optional() }),
  reply: z.object({
    sites: z.array(z.object({ id: z.int(), name: z.string() })).max(OPERATOR_GROUPS_MAX),
    /** Every day, the oldest first. */
    days: z.array(DayNumbers).max(OPERATOR_DAYS_MAX),
    money: z.array(DayMoney).max(OPERATOR_DAYS_MAX * OPERATOR_GROUPS_MAX),
    /** Null before the first count. */
    countedAt: z.iso.datetime().nullable(),
  }),
} satisfies EndpointSchemas
export type Numbers = z.output<typeof getNumbers.reply>

const SourceMoney = z.object({ currency: z.string(), revenueMinor: z.int() })
export type SourceMoney = z.output<typeof SourceMoney>

const SourceNumbers = z.object({
  /** Empty where the link had none, or the member came without a campaign. */
  network: z.string(),
  subId: z.string(),
  signups: z.int(),
  confirmed: z.int(),
  orders: z.int(),
  firstOrders: z.int(),
  money: z.array(SourceMoney).max(OPERATOR_GROUPS_MAX),
})
export type SourceNumbers = z.output<typeof SourceNumbers>

export const getSources = {
  summary: 'Sign-ups, orders and revenue of the last days (UTC) by campaign, those with most sign-ups first.',
  query: z.strictObject({ days: z.enum(numberPeriods).optional(), site: site.optional() }),
  reply: z.object({ sources: z.array(SourceNumbers).max(OPERATOR_SOURCES_MAX) }),
} satisfies EndpointSchemas
export type Sources = z.output<typeof getSources.reply>

const Cohort = z.object({
  /** The Monday (UTC) of the week of the sign-ups. */
  week: z.iso.date(),
  members: z.int(),
  /** What they did in each week from then on. `active`: null where nothing counted it in the week. */
  weeks: z.array(z.object({ active: z.int().nullable(), buyers: z.int() })).max(OPERATOR_COHORT_WEEKS),
})
export type Cohort = z.output<typeof Cohort>

export const getCohorts = {
  summary: 'Of those who signed up in each of the last weeks, how many were active and paid in the weeks since.',
  query: z.strictObject({ site: site.optional() }),
  reply: z.object({ cohorts: z.array(Cohort).max(OPERATOR_COHORT_WEEKS) }),
} satisfies EndpointSchemas
export type Cohorts = z.output<typeof getCohorts.reply>
