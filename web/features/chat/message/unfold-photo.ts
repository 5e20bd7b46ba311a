import { after } from '#web/ui/navigation/view-transitions.ts'
import { preloadFullScreen } from '#web/ui/overlays/preload-overlays.ts'

/** What a thumbnail is called while it becomes the large photo, which has the name in theme.css. */
const NAME = 'chat-photo'
/** The page stands still until the large photo is there. Later it opens without a transition. */
const LONGEST_WAIT_MS = 400

/** Lets a large photo unfold from its thumbnail. `open` shows it, and resolves when it is in the document. */
export async function unfoldPhoto(thumbnail: HTMLElement, open: () => Promise<void>) {
  // Before the transition, during which the page stands still. Without the code opening fails as well.
  await preloadFullScreen().catch(() => {})
  const page = document.documentElement
  page.dataset['unfolds'] = ''
  thumbnail.style.viewTransitionName = NAME
  const { finished } = document.startViewTransition(async () => {
    thumbnail.style.viewTransitionName = ''
    await Promise.race([open(), after(LONGEST_WAIT_MS)])
  })
  await finished.finally(() => delete page.dataset['unfolds'])
}
