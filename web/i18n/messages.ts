import type accounts from '#locales/en/accounts.json'
import type ageCheck from '#locales/en/age-check.json'
import type chat from '#locales/en/chat.json'
import type chatConversation from '#locales/en/chat-conversation.json'
import type chatList from '#locales/en/chat-list.json'
import type common from '#locales/en/common.json'
import type debits from '#locales/en/debits.json'
import type decisions from '#locales/en/decisions.json'
import type deletion from '#locales/en/deletion.json'
import type discovery from '#locales/en/discovery.json'
import type errors from '#locales/en/errors.json'
import type exports from '#locales/en/exports.json'
import type games from '#locales/en/games.json'
import type home from '#locales/en/home.json'
import type landers from '#locales/en/landers.json'
import type install from '#locales/en/install.json'
import type likes from '#locales/en/likes.json'
import type login from '#locales/en/login.json'
import type mailPreferences from '#locales/en/mail-preferences.json'
import type me from '#locales/en/me.json'
import type moderation from '#locales/en/moderation.json'
import type notifications from '#locales/en/notifications.json'
import type offline from '#locales/en/offline.json'
import type operator from '#locales/en/operator.json'
import type operatorActs from '#locales/en/operator-acts.json'
import type operatorMembers from '#locales/en/operator-members.json'
import type operatorMoney from '#locales/en/operator-money.json'
import type operatorOverview from '#locales/en/operator-overview.json'
import type operatorCases from '#locales/en/operator-cases.json'
import type operatorPhotos from '#locales/en/operator-photos.json'
import type operatorFictional from '#locales/en/operator-fictional.json'
import type operatorCodes from '#locales/en/operator-codes.json'
import type operatorSite from '#locales/en/operator-site.json'
import type operatorTeam from '#locales/en/operator-team.json'
import type operatorVerification from '#locales/en/operator-verification.json'
import type pages from '#locales/en/pages.json'
import type payments from '#locales/en/payments.json'
import type paymentsBonus from '#locales/en/payments-bonus.json'
import type photos from '#locales/en/photos.json'
import type pricing from '#locales/en/pricing.json'
import type privacy from '#locales/en/privacy.json'
import type profiles from '#locales/en/profiles.json'
import type profilesMember from '#locales/en/profiles-member.json'
import type prompts from '#locales/en/prompts.json'
import type push from '#locales/en/push.json'
import type reports from '#locales/en/reports.json'
import type safety from '#locales/en/safety.json'
import type search from '#locales/en/search.json'
import type searchFilters from '#locales/en/search-filters.json'
import type security from '#locales/en/security.json'
import type settings from '#locales/en/settings.json'
import type shell from '#locales/en/shell.json'
import type signup from '#locales/en/signup.json'
import type verification from '#locales/en/verification.json'
import type visitors from '#locales/en/visitors.json'

/** The English catalogue, one line per slice, from which the compiler knows every key. */
interface Catalogue {
  accounts: typeof accounts
  'age-check': typeof ageCheck
  chat: typeof chat
  'chat-conversation': typeof chatConversation
  'chat-list': typeof chatList
  common: typeof common
  debits: typeof debits
  decisions: typeof decisions
  deletion: typeof deletion
  discovery: typeof discovery
  errors: typeof errors
  exports: typeof exports
  games: typeof games
  home: typeof home
  landers: typeof landers
  install: typeof install
  likes: typeof likes
  login: typeof login
  'mail-preferences': typeof mailPreferences
  me: typeof me
  moderation: typeof moderation
  notifications: typeof notifications
  offline: typeof offline
  operator: typeof operator
  'operator-acts': typeof operatorActs
  'operator-members': typeof operatorMembers
  'operator-money': typeof operatorMoney
  'operator-overview': typeof operatorOverview
  'operator-cases': typeof operatorCases
  'operator-photos': typeof operatorPhotos
  'operator-codes': typeof operatorCodes
  'operator-fictional': typeof operatorFictional
  'operator-site': typeof operatorSite
  'operator-team': typeof operatorTeam
  'operator-verification': typeof operatorVerification
  pages: typeof pages
  payments: typeof payments
  'payments-bonus': typeof paymentsBonus
  photos: typeof photos
  pricing: typeof pricing
  privacy: typeof privacy
  profiles: typeof profiles
  'profiles-member': typeof profilesMember
  prompts: typeof prompts
  push: typeof push
  reports: typeof reports
  safety: typeof safety
  search: typeof search
  'search-filters': typeof searchFilters
  security: typeof security
  settings: typeof settings
  shell: typeof shell
  signup: typeof signup
  verification: typeof verification
  visitors: typeof visitors
}

declare module 'use-intl' {
  interface AppConfig {
    /** A locale of formats, such as `en-GB` (SHELL-4). */
    Locale: string
    Messages: Catalogue
  }
}
