import { accountScreens } from './screens/account-screens.ts'
import { chatScreens } from './screens/chat-screens.ts'
import { landersScreens } from './screens/landers-screens.ts'
import { membersScreens } from './screens/members-screens.ts'
import { paymentsScreens } from './screens/payments-screens.ts'
import { shellScreens } from './screens/shell-screens.ts'
import { signupScreens } from './screens/signup-screens.ts'
import type { Screen, ScreenContext } from './screens/screen-type.ts'
import { visit } from './screen.ts'

export type { Screen }

/** Every screen and its states. */
export const screensByArea = {
  shell: shellScreens,
  landers: landersScreens,
  signup: signupScreens,
  account: accountScreens,
  members: membersScreens,
  chat: chatScreens,
  payments: paymentsScreens,
}

export const screens: readonly Screen[] = Object.values(screensByArea).flat()

/** Opens the screen in its state. The mailbox, the sandbox and the landing pages are plain, without React. */
export async function openScreen(screen: Screen, context: ScreenContext) {
  const path = typeof screen.path === 'string' ? screen.path : screen.path(context.personas)
  if (/^\/(dev|sandbox|landers)\/|\/landing\d?$/.test(path)) await context.page.goto(path)
  else await visit(context.page, path)
  await screen.setUp?.(context)
}
