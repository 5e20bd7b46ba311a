/** Written by `npm run db:types` from the migrations. Do not edit by hand. */

import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface AccountBalances {
  balance: Generated<number>;
  creditsUntilPremium: number | null;
  lastEntryId: Generated<number>;
  premiumSince: Timestamp | null;
  userId: number;
}

export interface AdyenEvents {
  amountMinor: number;
  currency: string;
  eventCode: string;
  happenedAt: Timestamp | null;
  isSuccess: boolean;
  originalReference: string | null;
  pspReference: string;
  reasonCode: string | null;
  receivedAt: Timestamp;
  reference: string;
  refundId: string | null;
}

export interface AdyenPayments {
  amountMinor: number;
  createdAt: Timestamp;
  currency: string;
  linkId: string | null;
  reference: string;
}

export interface AuditLog {
  act: string;
  details: Generated<Json>;
  happenedAt: Generated<Timestamp>;
  hash: Generated<Buffer>;
  id: Generated<number>;
  operatorId: string | null;
  subjectId: string | null;
  subjectKind: string | null;
}

export interface Blocks {
  byMeAt: Timestamp | null;
  byThemAt: Timestamp | null;
  otherId: number;
  userId: number;
}

export interface CallReplies {
  at: Timestamp;
  key: Buffer;
  reply: Buffer | null;
}

export interface Chargebacks {
  amountMinor: number;
  createdAt: Timestamp;
  creditsMissing: number;
  creditsTaken: number;
  isUncovered: Generated<boolean>;
  orderId: number;
}

export interface ChatCounts {
  answersOften: Generated<boolean>;
  messages: Generated<number>;
  started: Generated<number>;
  unread: Generated<number>;
  userId: number;
}

export interface ChatUploads {
  clientId: string;
  conversationId: number | null;
  createdAt: Timestamp;
  durationMs: number | null;
  explicitness: number | null;
  fingerprint: string | null;
  height: number | null;
  id: number;
  kind: Generated<string>;
  mediaType: string | null;
  peaks: number[] | null;
  preview: string | null;
  publicId: string;
  receiverId: number;
  renditions: number | null;
  senderId: number;
  seq: number | null;
  storageKey: string;
  width: number | null;
}

export interface Checks {
  finishedAt: Timestamp;
  found: number;
  name: string;
  repaired: number;
}

export interface Companies {
  addedAt: Generated<Timestamp>;
  id: Generated<number>;
  info: Json;
}

export interface Complaints {
  body: string;
  clientId: string;
  createdAt: Timestamp;
  email: string;
  id: number;
  language: string;
  name: string;
  place: Generated<string>;
  publicId: string;
  siteId: number;
  status: Generated<string>;
  topic: string;
  userId: number | null;
}

export interface Consents {
  givenAt: Timestamp;
  kind: string;
  language: string;
  userId: number;
  version: string;
}

export interface ContentVersions {
  after: Json | null;
  asksConsent: Generated<boolean>;
  before: Json | null;
  createdAt: Timestamp;
  operatorId: string | null;
  operatorName: string | null;
  subject: string;
  version: number;
}

export interface ConversationMembers {
  clearedSeq: Generated<number>;
  conversationId: number;
  deliveredSeq: Generated<number>;
  lastKind: Generated<string>;
  lastMessageAt: Timestamp;
  lastPreview: Generated<string>;
  lastSenderId: number;
  lastSeq: Generated<number>;
  openedAt: Timestamp | null;
  openedSeq: Generated<number>;
  partnerId: number;
  readSeq: Generated<number>;
  removedAt: Timestamp | null;
  unreadCount: Generated<number>;
  userId: number;
}

export interface Conversations {
  createdAt: Timestamp;
  highId: number;
  id: number;
  isBlocked: Generated<boolean>;
  lastSeq: Generated<number>;
  lowId: number;
  publicId: string;
  startedBy: number | null;
  startedNth: number | null;
}

export interface CreditLedger {
  amount: number;
  balanceAfter: number;
  createdAt: Timestamp;
  id: number;
  kind: string;
  ref: string;
  userId: number;
}

export interface DailyPicks {
  day: string;
  otherIds: ArrayType<number>;
  userId: number;
}

export interface DataExports {
  done: Generated<number>;
  expiresAt: Timestamp | null;
  id: number;
  publicId: string;
  requestedAt: Timestamp;
  size: number | null;
  status: Generated<string>;
  total: Generated<number>;
  userId: number;
}

export interface Deletions {
  reason: string | null;
  remarks: string;
  userId: number;
}

export interface DemoSteps {
  doneAt: Timestamp;
  n: number;
  step: string;
}

export interface Devices {
  id: Generated<number>;
  tokenHash: Buffer;
  usedAt: Timestamp;
  userId: number;
}

export interface DiscountCodes {
  code: string;
  country: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp | null;
  heldAt: Timestamp | null;
  id: number;
  minimumMinor: number | null;
  orderId: number | null;
  percentage: number;
  usedAt: Timestamp | null;
  userId: number;
}

export interface DiscountOffers {
  code: string;
  country: string | null;
  createdAt: Timestamp;
  erasedUses: Generated<number>;
  expiresAt: Timestamp | null;
  maxUses: number | null;
  minimumMinor: number | null;
  percentage: number;
  startsAt: Timestamp | null;
  userId: number | null;
}

export interface KnownImages {
  caseId: number | null;
  cause: string;
  createdAt: Timestamp;
  fingerprint: string;
  id: number;
  userId: number | null;
}

export interface LanderContents {
  country: string | null;
  id: Generated<number>;
  images: Generated<Json>;
  lander: string;
  language: string | null;
  niche: number | null;
  siteId: number | null;
  slug: string | null;
  texts: Generated<Json>;
  updatedAt: Generated<Timestamp>;
}

export interface LanderImages {
  createdAt: Timestamp;
  storageKey: string;
  unusedSince: Timestamp | null;
}

export interface LikeCounts {
  newLikes: number;
  userId: number;
}

export interface LikeNotices {
  kind: string;
  otherId: number;
  seenAt: Timestamp | null;
  sentAt: Timestamp;
  userId: number;
}

export interface Likes {
  givenAt: Timestamp | null;
  otherId: number;
  receivedAt: Timestamp | null;
  seenAt: Timestamp | null;
  userId: number;
}

export interface LoginLimits {
  expire: number | null;
  key: string;
  points: Generated<number>;
}

export interface LoginSteps {
  expiresAt: Timestamp;
  tokenHash: Buffer;
  userId: number;
}

export interface MailAddresses {
  addressHash: Buffer;
  bouncedAt: Timestamp | null;
  bounces: Generated<number>;
  complainedAt: Timestamp | null;
}

export interface MailChanges {
  cancelledAt: Timestamp | null;
  completedAt: Timestamp | null;
  id: string;
  newEmail: string;
  oldEmail: string;
  oldEmailKey: string | null;
  rejectedAt: Timestamp | null;
  requestedAt: Timestamp;
  sessionHash: Buffer;
  undoneAt: Timestamp | null;
  userId: number;
}

export interface MailDomainCounts {
  expire: number | null;
  key: string;
  points: Generated<number>;
}

export interface MailReports {
  id: Buffer;
  receivedAt: Timestamp;
}

export interface MailRequests {
  requestedAt: Timestamp;
  template: string;
  userId: number;
}

export interface Mandates {
  collectedFrom: string;
  customerRef: string | null;
  details: Buffer;
  ibanHash: Buffer;
  id: number;
  language: string;
  orderId: number;
  phoneHash: Buffer | null;
  reference: string;
  signedAt: Timestamp;
  token: string | null;
  userId: number;
}

export interface MemberCounts {
  bornIn: number;
  country: string;
  gender: string;
  n: number;
  region: string;
}

export interface MessagePrices {
  fixedAt: Timestamp;
  isOnly: Generated<boolean>;
  messageCredits: number;
}

export interface Messages {
  answer: string | null;
  body: string;
  clientId: string;
  conversationId: number;
  kind: string;
  name: string | null;
  price: Generated<number>;
  quote: Json | null;
  receiverReaction: string | null;
  replyTo: number | null;
  senderId: number;
  senderReaction: string | null;
  sentAt: Timestamp;
  seq: number;
  uploadId: number | null;
}

export interface MethodsToForget {
  customerRef: string;
  provider: string;
  requestedAt: Timestamp;
  token: string;
}

export interface MethodsToStore {
  orderId: number;
  requestedAt: Timestamp;
}

export interface ModerationCases {
  appealOf: number | null;
  appellant: string | null;
  claimedBy: string | null;
  claimedUntil: Timestamp | null;
  content: Json | null;
  contentDay: string | null;
  contentKind: string | null;
  decidedAt: Timestamp | null;
  decidedBy: string | null;
  decision: string | null;
  dueAt: Timestamp | null;
  excludedActor: string | null;
  firstClaimedAt: Timestamp | null;
  id: number;
  key: string | null;
  kind: string;
  legalGround: string | null;
  openedAt: Timestamp;
  priority: Generated<number>;
  reason: string;
  reference: string;
  retainUntil: Timestamp | null;
  reversedAt: Timestamp | null;
  siteId: number | null;
  source: string;
  status: Generated<string>;
  subjectId: number | null;
  until: Timestamp | null;
  version: Generated<number>;
  violation: string | null;
}

export interface ModerationEvasionRuns {
  comparedUntil: Timestamp;
  isOnly: Generated<boolean>;
}

export interface ModerationEvents {
  actorId: string | null;
  at: Timestamp;
  caseId: number;
  clientId: string | null;
  data: Generated<Json>;
  id: number;
  type: string;
}

export interface ModerationEvidence {
  authorId: number | null;
  caseId: number;
  createdAt: Timestamp;
  data: Json;
  id: number;
  kind: string;
  storageKey: string | null;
}

export interface ModerationFingerprints {
  caseId: number;
  createdAt: Timestamp;
  hash: string;
  trait: string;
}

export interface ModerationOpeners {
  copies: number;
  firstAt: Timestamp;
  hash: Buffer;
  userId: number;
}

export interface ModerationParties {
  appealId: number | null;
  appealUntil: Timestamp | null;
  caseId: number;
  createdAt: Timestamp;
  isSeen: Generated<boolean>;
  reference: string;
  reply: Generated<string>;
  role: string;
  userId: number | null;
}

export interface ModerationWarnings {
  caseId: number;
  createdAt: Timestamp;
  userId: number;
}

export interface NodeLeases {
  expiresAt: Timestamp;
  family: string | null;
  holder: string;
  node: number;
  serves: Generated<boolean>;
}

export interface NoticeLog {
  channel: string;
  decidedAt: Timestamp;
  id: number;
  kind: string;
  mailId: number | null;
  otherId: number | null;
  pushedAt: Timestamp | null;
  reason: string | null;
  seq: number;
  userId: number;
}

export interface NoticeMails {
  about: Generated<Json>;
  attempts: Generated<number>;
  createdAt: Timestamp;
  domain: string;
  endedAt: Timestamp | null;
  id: number;
  key: string | null;
  kind: string;
  reason: string | null;
  runAt: Timestamp;
  state: string;
  userId: number;
}

export interface NoticeMembers {
  digestAt: Timestamp;
  isDetailed: Generated<boolean>;
  quietHours: Json | null;
  reminderAt: Timestamp;
  timeZone: string | null;
  userId: number;
}

export interface Notices {
  happenedAt: Timestamp;
  kind: string;
  mailAt: Timestamp | null;
  otherId: number;
  pushAt: Timestamp | null;
  seq: number;
  userId: number;
}

export interface NoticeTexts {
  createdAt: Timestamp;
  endedAt: Timestamp | null;
  id: number;
  key: string;
  kind: string;
  lastUserId: Generated<number>;
  siteId: number | null;
  texts: Json;
}

export interface OneTimeLinks {
  createdAt: Timestamp;
  expiresAt: Timestamp;
  mailChangeId: string | null;
  purpose: string;
  tokenHash: Buffer;
  usedAt: Timestamp | null;
  userId: number;
}

export interface OperatorDaily {
  active: number | null;
  answered: number | null;
  confirmed: number;
  conversations: number;
  countedAt: Timestamp;
  day: string;
  firstOrders: number;
  isFinal: boolean;
  likes: number;
  matches: number;
  messages: number;
  orders: number;
  signups: number;
  siteId: number;
}

export interface OperatorDailyCases {
  day: string;
  decided: number;
  kind: string;
  late: number;
  longestSeconds: number;
  opened: number;
  seconds: number;
  siteId: number;
  withinDay: number;
}

export interface OperatorDailyDecisions {
  content: string;
  day: string;
  decision: string;
  kind: string;
  n: number;
  siteId: number;
  source: string;
  violation: string;
}

export interface OperatorDailyMoney {
  chargedBackMinor: number;
  creditsBooked: Generated<number>;
  creditsSold: Generated<number>;
  currency: string;
  day: string;
  orders: Generated<number>;
  refundedMinor: number;
  revenueMinor: number;
  siteId: number;
}

export interface OperatorDailySourceMoney {
  currency: string;
  day: string;
  network: string;
  revenueMinor: number;
  siteId: number;
  subId: string;
}

export interface OperatorDailySources {
  confirmed: number;
  day: string;
  firstOrders: number;
  network: string;
  orders: number;
  signups: number;
  siteId: number;
  subId: string;
}

export interface OperatorDailyVat {
  companyId: number;
  country: string;
  currency: string;
  day: string;
  returnedMinor: number;
  returnedVatMinor: number;
  salesMinor: number;
  salesVatMinor: number;
  vatPermille: number;
}

export interface OperatorInvitations {
  expiresAt: Timestamp;
  operatorId: string;
  tokenHash: Buffer;
}

export interface OperatorLoginSteps {
  expiresAt: Timestamp;
  newTotpSecret: Buffer | null;
  operatorId: string;
  tokenHash: Buffer;
}

export interface OperatorMoneyDays {
  countedAt: Timestamp;
  day: string;
}

export interface OperatorPasskeyChallenges {
  challengeHash: Buffer;
  expiresAt: Timestamp;
  operatorId: string | null;
  rpId: string;
}

export interface OperatorPasskeys {
  counter: number;
  createdAt: Timestamp;
  credentialId: string;
  id: Generated<string>;
  lastUsedAt: Timestamp | null;
  name: string;
  operatorId: string;
  publicKey: Buffer;
  rpId: string;
  transports: string[];
}

export interface Operators {
  createdAt: Timestamp;
  disabledAt: Timestamp | null;
  email: string;
  emailKey: string;
  id: Generated<string>;
  invitedBy: string | null;
  name: string;
  passwordHash: string | null;
  role: string;
  totpLastPeriod: Generated<number>;
  totpSecret: Buffer | null;
}

export interface OperatorSessions {
  browser: string | null;
  confirmedAt: Timestamp;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  operatorId: string;
  system: string | null;
  tokenHash: Buffer;
}

export interface OperatorWeeklyCohorts {
  active: number | null;
  buyers: number;
  cohort: string;
  siteId: number;
  week: string;
}

export interface OrderEvents {
  cause: string;
  createdAt: Timestamp;
  fromStatus: string | null;
  nth: number;
  orderId: number;
  toStatus: string;
}

export interface Orders {
  amountMinor: number;
  bundle: string;
  checkoutUrl: string | null;
  clientId: string;
  completedAt: Timestamp | null;
  country: string;
  createdAt: Timestamp;
  credits: number;
  currency: string;
  customerRef: string | null;
  discountCode: string | null;
  discountPercent: number | null;
  fullAmountMinor: number | null;
  id: number;
  isStored: Generated<boolean>;
  method: string;
  nextCheckAt: Timestamp | null;
  paymentCountry: string;
  provider: string;
  providerRef: string | null;
  publicId: string;
  siteId: number;
  status: string;
  storedMethodId: string | null;
  updatedAt: Timestamp;
  userId: number;
}

export interface PageTexts {
  language: string;
  markdown: string;
  page: string;
  updatedAt: Timestamp;
}

export interface PasskeyChallenges {
  challengeHash: Buffer;
  expiresAt: Timestamp;
  rpId: string;
  userId: number | null;
}

export interface Passkeys {
  counter: number;
  createdAt: Timestamp;
  credentialId: string;
  id: Generated<string>;
  lastUsedAt: Timestamp | null;
  name: string;
  publicKey: Buffer;
  rpId: string;
  transports: string[];
  userId: number;
}

export interface PaymentIncidents {
  closedAt: Timestamp | null;
  closeNote: string | null;
  createdAt: Timestamp;
  id: number;
  kind: string;
  orderId: number;
  provider: string;
  providerRef: string;
  subjects: Generated<string[]>;
}

export interface PhotoRequests {
  askedAt: Timestamp;
  decidedAt: Timestamp | null;
  memberId: number;
  ownerId: number;
  state: string;
}

export interface Photos {
  caption: Generated<string>;
  claimedBy: string | null;
  claimedUntil: Timestamp | null;
  clientId: string | null;
  createdAt: Timestamp;
  explicitness: number | null;
  fingerprint: string | null;
  height: number;
  id: number;
  isRejectionUnmailed: Generated<boolean>;
  position: Generated<number>;
  preview: string;
  publicId: string;
  rejection: string | null;
  renditions: number;
  restoredStatus: string | null;
  reviewedAt: Timestamp | null;
  status: Generated<string>;
  storageKey: string;
  uploadHash: Buffer | null;
  userId: number;
  visibility: string;
  width: number;
}

export interface PhotoUnlocks {
  photoId: number;
  price: number;
  unlockedAt: Timestamp;
  userId: number;
}

export interface Profiles {
  about: Generated<string>;
  answers: Generated<Json>;
  birthDate: string;
  birthDateCorrectedAt: Timestamp | null;
  bodyType: string | null;
  cell: number | null;
  city: string;
  country: string;
  coversExplicit: Generated<boolean>;
  createdAt: Timestamp;
  eyeColour: string | null;
  gender: string;
  hairColour: string | null;
  intention: string | null;
  interests: Generated<string[]>;
  isFictional: Generated<boolean>;
  isHiddenFromVisitors: Generated<boolean>;
  isInvisible: Generated<boolean>;
  isPrivate: Generated<boolean>;
  isSearchHidden: Generated<boolean>;
  lookingFor: string;
  mainPhotoId: number | null;
  name: string;
  priceCountry: string | null;
  priceCountryUntil: Timestamp | null;
  publicId: string;
  reason: string | null;
  region: string;
  relationship: string | null;
  sexuality: string | null;
  tattoos: string | null;
  updatedAt: Timestamp;
  userId: number;
  verifiedAt: Timestamp | null;
}

export interface ProfileSearch {
  birthDate: string;
  birthYear: Generated<number | null>;
  cell: number | null;
  country: string;
  facets: Generated<number>;
  gender: string;
  isFictional: Generated<boolean>;
  lastActiveAt: Timestamp;
  region: string;
  userId: number;
  visible: boolean;
}

export interface ProfileVisits {
  ownerId: number;
  seenAt: Timestamp | null;
  visitedAt: Timestamp;
  visitorId: number;
}

export interface PushSubscriptions {
  auth: string;
  createdAt: Timestamp;
  endpoint: string;
  endpointHash: Buffer;
  p256dh: string;
  sessionHash: Buffer;
  userId: number;
  vapidKey: string;
}

export interface Receipts {
  amountMinor: number;
  companyId: number;
  country: string;
  currency: string;
  id: number;
  issuedAt: Timestamp;
  kind: string;
  number: number;
  orderId: number;
  refundId: number | null;
  seller: Json;
  vatMinor: number;
  vatPermille: number;
  year: number;
}

export interface ReceiptSeries {
  companyId: number;
  kind: string;
  lastNumber: number;
  year: number;
}

export interface RecoveryCodes {
  codeHash: Buffer;
  userId: number;
}

export interface Refunds {
  amountMinor: number;
  clientId: string | null;
  credits: number;
  id: number;
  orderId: number;
  premiumWaited: boolean | null;
  reason: string;
  requestedAt: Timestamp;
  settledAt: Timestamp | null;
  status: string;
}

export interface ReportAttachments {
  contentHash: Buffer;
  createdAt: Timestamp;
  durationMs: number | null;
  height: number | null;
  id: number;
  mediaType: Generated<string>;
  reportId: number;
  storageKey: string;
  width: number | null;
}

export interface Reports {
  body: string;
  caseId: number | null;
  clientId: string;
  conversationId: number | null;
  createdAt: Timestamp;
  id: number;
  messageCopy: Json | null;
  messageSeq: number | null;
  photoId: string | null;
  publicId: string;
  reason: string;
  reportedId: number | null;
  reporterId: number | null;
  status: Generated<string>;
  target: string;
}

export interface SandboxMethods {
  createdAt: Timestamp;
  customer: string;
  isDeclined: boolean;
  token: string;
}

export interface SandboxPayments {
  amountMinor: number;
  chargedBackMinor: Generated<number>;
  createdAt: Timestamp;
  currency: string;
  customer: string | null;
  merchant: string;
  method: string;
  ref: string;
  reference: string;
  returnPath: string;
  status: Generated<string>;
  updatedAt: Timestamp;
}

export interface SandboxRefunds {
  amountMinor: number;
  createdAt: Timestamp;
  id: string;
  ref: string;
}

export interface SecondFactors {
  confirmedAt: Timestamp | null;
  createdAt: Timestamp;
  lastPeriod: Generated<number>;
  secret: Buffer;
  userId: number;
}

export interface SecurityEvents {
  browser: string | null;
  happenedAt: Timestamp;
  id: Generated<string>;
  kind: string;
  system: string | null;
  userId: number;
}

export interface Sessions {
  browser: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  id: Generated<string>;
  lastUsedAt: Timestamp;
  system: string | null;
  tokenHash: Buffer;
  userId: number;
}

export interface SignupGrants {
  mailbox: Buffer;
  userId: number;
}

export interface Sites {
  companyId: number;
  domain: string;
  id: Generated<number>;
  isDefault: Generated<boolean>;
  settings: Generated<Json>;
  updatedAt: Generated<Timestamp>;
}

export interface SmsCodes {
  attempts: Generated<number>;
  codeHash: Buffer;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  id: number;
  phoneHash: Buffer;
  rangeHash: Buffer;
  usedAt: Timestamp | null;
  userId: number;
}

export interface SpendingLimits {
  amountMinor: number | null;
  currency: string;
  raisedAmountMinor: number | null;
  raisedAt: Timestamp | null;
  raisedCurrency: string | null;
  updatedAt: Timestamp;
  userId: number;
}

export interface StoredMethods {
  createdAt: Timestamp;
  customerRef: string;
  id: string;
  label: string;
  method: string;
  provider: string;
  token: string;
  userId: number;
}

export interface SwipeGames {
  lastOtherId: number | null;
  likes: Generated<number>;
  openedAt: Timestamp | null;
  userId: number;
}

export interface Swipes {
  isLike: boolean;
  otherId: number;
  swipedAt: Timestamp;
  userId: number;
}

export interface TrafficSources {
  createdAt: Timestamp;
  network: string | null;
  ref: string | null;
  sub1: string | null;
  sub2: string | null;
  sub3: string | null;
  userId: number;
}

export interface Users {
  ageAssuredAt: Timestamp | null;
  ageCheckExpiresAt: Timestamp | null;
  ageCheckId: string | null;
  confirmedAt: Timestamp | null;
  createdAt: Timestamp;
  deletedAt: Timestamp | null;
  disabledAt: Timestamp | null;
  disabledUntil: Timestamp | null;
  dormantAt: Timestamp | null;
  email: string;
  emailKey: string;
  id: number;
  language: string;
  notificationsDisabled: Generated<string[]>;
  passwordHash: string;
  pausedAt: Timestamp | null;
  pauseEndsAt: Timestamp | null;
  siteId: number;
}

export interface Verifications {
  claimedBy: string | null;
  claimedUntil: Timestamp | null;
  decidedAt: Timestamp | null;
  isExplicit: Generated<boolean>;
  photoIds: Generated<string[]>;
  pose: string;
  poseUntil: Timestamp;
  publicId: string;
  rejection: string | null;
  sentAt: Timestamp | null;
  state: string;
  storageKey: string | null;
  userId: number;
}

export interface DB {
  accountBalances: AccountBalances;
  adyenEvents: AdyenEvents;
  adyenPayments: AdyenPayments;
  auditLog: AuditLog;
  blocks: Blocks;
  callReplies: CallReplies;
  chargebacks: Chargebacks;
  chatCounts: ChatCounts;
  chatUploads: ChatUploads;
  checks: Checks;
  companies: Companies;
  complaints: Complaints;
  consents: Consents;
  contentVersions: ContentVersions;
  conversationMembers: ConversationMembers;
  conversations: Conversations;
  creditLedger: CreditLedger;
  dailyPicks: DailyPicks;
  dataExports: DataExports;
  deletions: Deletions;
  demoSteps: DemoSteps;
  devices: Devices;
  discountCodes: DiscountCodes;
  discountOffers: DiscountOffers;
  knownImages: KnownImages;
  landerContents: LanderContents;
  landerImages: LanderImages;
  likeCounts: LikeCounts;
  likeNotices: LikeNotices;
  likes: Likes;
  loginLimits: LoginLimits;
  loginSteps: LoginSteps;
  mailAddresses: MailAddresses;
  mailChanges: MailChanges;
  mailDomainCounts: MailDomainCounts;
  mailReports: MailReports;
  mailRequests: MailRequests;
  mandates: Mandates;
  memberCounts: MemberCounts;
  messagePrices: MessagePrices;
  messages: Messages;
  methodsToForget: MethodsToForget;
  methodsToStore: MethodsToStore;
  moderationCases: ModerationCases;
  moderationEvasionRuns: ModerationEvasionRuns;
  moderationEvents: ModerationEvents;
  moderationEvidence: ModerationEvidence;
  moderationFingerprints: ModerationFingerprints;
  moderationOpeners: ModerationOpeners;
  moderationParties: ModerationParties;
  moderationWarnings: ModerationWarnings;
  nodeLeases: NodeLeases;
  noticeLog: NoticeLog;
  noticeMails: NoticeMails;
  noticeMembers: NoticeMembers;
  notices: Notices;
  noticeTexts: NoticeTexts;
  oneTimeLinks: OneTimeLinks;
  operatorDaily: OperatorDaily;
  operatorDailyCases: OperatorDailyCases;
  operatorDailyDecisions: OperatorDailyDecisions;
  operatorDailyMoney: OperatorDailyMoney;
  operatorDailySourceMoney: OperatorDailySourceMoney;
  operatorDailySources: OperatorDailySources;
  operatorDailyVat: OperatorDailyVat;
  operatorInvitations: OperatorInvitations;
  operatorLoginSteps: OperatorLoginSteps;
  operatorMoneyDays: OperatorMoneyDays;
  operatorPasskeyChallenges: OperatorPasskeyChallenges;
  operatorPasskeys: OperatorPasskeys;
  operators: Operators;
  operatorSessions: OperatorSessions;
  operatorWeeklyCohorts: OperatorWeeklyCohorts;
  orderEvents: OrderEvents;
  orders: Orders;
  pageTexts: PageTexts;
  passkeyChallenges: PasskeyChallenges;
  passkeys: Passkeys;
  paymentIncidents: PaymentIncidents;
  photoRequests: PhotoRequests;
  photos: Photos;
  photoUnlocks: PhotoUnlocks;
  profiles: Profiles;
  profileSearch: ProfileSearch;
  profileVisits: ProfileVisits;
  pushSubscriptions: PushSubscriptions;
  receipts: Receipts;
  receiptSeries: ReceiptSeries;
  recoveryCodes: RecoveryCodes;
  refunds: Refunds;
  reportAttachments: ReportAttachments;
  reports: Reports;
  sandboxMethods: SandboxMethods;
  sandboxPayments: SandboxPayments;
  sandboxRefunds: SandboxRefunds;
  secondFactors: SecondFactors;
  securityEvents: SecurityEvents;
  sessions: Sessions;
  signupGrants: SignupGrants;
  sites: Sites;
  smsCodes: SmsCodes;
  spendingLimits: SpendingLimits;
  storedMethods: StoredMethods;
  swipeGames: SwipeGames;
  swipes: Swipes;
  trafficSources: TrafficSources;
  users: Users;
  verifications: Verifications;
}
