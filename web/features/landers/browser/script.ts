import { keepCampaign } from './campaign.ts'
import { startDecks } from './deck.ts'
import { warnAtEntry } from './entry-warning.ts'
import { askForTracking } from './tracking.ts'

/*
 * The script of the landing pages, which are not hydrated. It adds motion, the entry warning, and the
 * campaign to the links, to a page complete without it; a file of its own (web/vite/lander-script.ts).
 */

const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches

keepCampaign()
warnAtEntry()
askForTracking()
startDecks({ isCalm })
if (!isCalm) startParallax()
document.documentElement.dataset['scripted'] = ''

/** Moves the layers of a collage a little with the pointer, by two custom properties from -1 to 1. */
function startParallax() {
  for (const stage of document.querySelectorAll<HTMLElement>('[data-parallax]')) {
    stage.addEventListener('pointermove', ({ clientX, clientY, pointerType }) => {
      if (pointerType !== 'mouse') return
      const { left, top, width, height } = stage.getBoundingClientRect()
      stage.style.setProperty('--pointer-x', String(((clientX - left) / width) * 2 - 1))
      stage.style.setProperty('--pointer-y', String(((clientY - top) / height) * 2 - 1))
    })
  }
}
