import type { Language } from '#contract/languages.ts'
import type accounts from '#locales/en/accounts.json'
import type chat from '#locales/en/chat.json'
import type common from '#locales/en/common.json'
import type errors from '#locales/en/errors.json'
import type home from '#locales/en/home.json'
import type likes from '#locales/en/likes.json'
import type moderation from '#locales/en/moderation.json'
import type pages from '#locales/en/pages.json'
import type payments from '#locales/en/payments.json'
import type profiles from '#locales/en/profiles.json'
import type search from '#locales/en/search.json'
import type settings from '#locales/en/settings.json'
import type shell from '#locales/en/shell.json'
import type signup from '#locales/en/signup.json'

/** The English catalogue, one line per slice, from which the compiler knows every key. */
interface Catalogue {
  accounts: typeof accounts
  chat: typeof chat
  common: typeof common
  errors: typeof errors
  home: typeof home
  likes: typeof likes
  moderation: typeof moderation
  pages: typeof pages
  payments: typeof payments
  profiles: typeof profiles
  search: typeof search
  settings: typeof settings
  shell: typeof shell
  signup: typeof signup
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language
    Messages: Catalogue
  }
}
