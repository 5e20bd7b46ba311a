import { startDecks } from './deck.ts'
import { startFilms } from './films.ts'
import { startParallax } from './parallax.ts'

/*
 * The script of the landing pages, which are not hydrated. It adds motion to a page that is complete without it, and is
 * built as a file of its own (web/vite/lander-script.ts).
 */

const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches

startDecks({ isCalm })
startFilms({ isCalm })
if (!isCalm) startParallax()
document.documentElement.dataset['scripted'] = ''
