/** Written by `npm run db:types` from the migrations. Do not edit by hand. */

import type { ColumnType } from "kysely";

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
  lastEntryId: Generated<number>;
  premiumSince: Timestamp | null;
  userId: number;
}

export interface Blocks {
  byMeAt: Timestamp | null;
  byThemAt: Timestamp | null;
  otherId: number;
  userId: number;
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

export interface Consents {
  givenAt: Timestamp;
  kind: string;
  language: string;
  userId: number;
  version: string;
}

export interface ConversationMembers {
  clearedSeq: Generated<number>;
  conversationId: number;
  lastMessageAt: Timestamp;
  lastPreview: Generated<string>;
  lastSenderId: number;
  lastSeq: Generated<number>;
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
  lastSeq: Generated<number>;
  lowId: number;
  publicId: string;
  startedBy: number;
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

export interface DemoSteps {
  doneAt: Timestamp;
  n: number;
  step: string;
}

export interface Devices {
  tokenHash: Buffer;
  usedAt: Timestamp;
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

export interface MailRequests {
  requestedAt: Timestamp;
  template: string;
  userId: number;
}

export interface MemberCounts {
  birthMonth: number;
  country: string;
  gender: string;
  n: number;
  region: string;
}

export interface Messages {
  body: string;
  clientId: string;
  conversationId: number;
  kind: string;
  senderId: number;
  sentAt: Timestamp;
  seq: number;
}

export interface NodeLeases {
  expiresAt: Timestamp;
  holder: string;
  node: number;
}

export interface OneTimeLinks {
  createdAt: Timestamp;
  expiresAt: Timestamp;
  purpose: string;
  tokenHash: Buffer;
  usedAt: Timestamp | null;
  userId: number;
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
  id: number;
  method: string;
  provider: string;
  providerRef: string | null;
  publicId: string;
  siteId: number;
  status: string;
  updatedAt: Timestamp;
  userId: number;
}

export interface PaymentEvents {
  eventId: string;
  orderId: number;
  provider: string;
  receivedAt: Timestamp;
  status: string;
}

export interface Photos {
  createdAt: Timestamp;
  height: number;
  id: number;
  publicId: string;
  status: Generated<string>;
  storageKey: string;
  thumbhash: string;
  userId: number;
  visibility: string;
  width: number;
}

export interface Profiles {
  about: Generated<string>;
  birthDate: string;
  bodyType: string | null;
  city: string;
  country: string;
  createdAt: Timestamp;
  gender: string;
  interests: Generated<string[]>;
  isFictional: Generated<boolean>;
  lookingFor: string;
  mainPhotoId: number | null;
  name: string;
  publicId: string;
  region: string;
  relationship: string | null;
  updatedAt: Timestamp;
  userId: number;
}

export interface ProfileSearch {
  birthDate: string;
  birthYear: Generated<number | null>;
  country: string;
  gender: string;
  isFictional: Generated<boolean>;
  lastActiveAt: Timestamp;
  region: string;
  userId: number;
  visible: boolean;
}

export interface SandboxPayments {
  amountMinor: number;
  createdAt: Timestamp;
  currency: string;
  merchant: string;
  method: string;
  ref: string;
  reference: string;
  returnPath: string;
  status: Generated<string>;
  updatedAt: Timestamp;
}

export interface Sessions {
  createdAt: Timestamp;
  expiresAt: Timestamp;
  tokenHash: Buffer;
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

export interface Users {
  confirmedAt: Timestamp | null;
  createdAt: Timestamp;
  deletedAt: Timestamp | null;
  disabledAt: Timestamp | null;
  email: string;
  emailKey: string;
  id: number;
  language: string;
  notificationsDisabled: Generated<string[]>;
  passwordHash: string;
  siteId: number;
}

export interface DB {
  accountBalances: AccountBalances;
  blocks: Blocks;
  checks: Checks;
  companies: Companies;
  consents: Consents;
  conversationMembers: ConversationMembers;
  conversations: Conversations;
  creditLedger: CreditLedger;
  demoSteps: DemoSteps;
  devices: Devices;
  likes: Likes;
  loginLimits: LoginLimits;
  mailRequests: MailRequests;
  memberCounts: MemberCounts;
  messages: Messages;
  nodeLeases: NodeLeases;
  oneTimeLinks: OneTimeLinks;
  orders: Orders;
  paymentEvents: PaymentEvents;
  photos: Photos;
  profiles: Profiles;
  profileSearch: ProfileSearch;
  sandboxPayments: SandboxPayments;
  sessions: Sessions;
  sites: Sites;
  users: Users;
}
