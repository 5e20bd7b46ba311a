import type { Page } from '@playwright/test'
import type { AppContext } from '#server/context.ts'
import type { Translate } from '#tests/support/fakes/translator.ts'
import type { Personas } from '../personas.ts'

/** What the functions of a screen work with. */
export interface ScreenContext {
  page: Page
  t: Translate
  personas: Personas
  origin: string
  /** The running site's data. */
  testSite: AppContext
}

export interface Screen {
  name: string
  openedBy: 'visitor' | 'free' | 'premium' | 'newcomer' | 'poor' | 'buyer' | 'debtor' | 'blocked' | 'admired'
  path: string | ((personas: Personas) => string)
  /** Leads from the path to the state that is meant. */
  setUp?: (context: ScreenContext) => Promise<void>
  /** Undoes what `setUp` has changed in the data. */
  cleanUp?: (context: ScreenContext) => Promise<void>
  /** Error replies that belong to the screen: status and beginning of the path. */
  errors?: readonly (readonly [status: number, path: string])[]
  /** Contains an iframe without scripts, in which axe cannot run. */
  blocksScripts?: boolean
  /** The screen is as high as the window, or something lies over it. */
  isWindowHigh?: boolean
}
