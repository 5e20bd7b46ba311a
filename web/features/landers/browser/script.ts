import { keepCampaign } from './campaign.ts'
import { startDecks } from './deck.ts'
import { warnAtEntry } from './entry-warning.ts'
import { startFilms } from './films.ts'
import { startParallax } from './parallax.ts'

/*
 * The script of the landing pages, which are not hydrated. It adds motion, the entry warning, and the campaign to the links, to a page that is
 * complete without it, and is built as a file of its own (web/vite/lander-script.ts).
 */

const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches

keepCampaign()
warnAtEntry()
startDecks({ isCalm })
startFilms({ isCalm })
if (!isCalm) startParallax()
document.documentElement.dataset['scripted'] = ''
