/** A word, or several in a row, that the code base writes differently. */
export interface BannedTerm {
  /** Every form that counts, in lower case; a form with a capital is compared with its case. */
  forms: readonly string[]
  instead: string
  /**
   * Default: everywhere. `identifiers`: only within longer names; the word alone is ordinary English.
   * `declarations`: only as the whole name of a constant, variable, function or type.
   */
  within?: 'identifiers' | 'declarations'
}

/** Places where a banned form is right, and why. */
export interface Exception {
  form: string
  /** A pattern for the path; without one, everywhere. */
  path?: RegExp
  /** A pattern for the text around the form: the rest of the identifier, or the words beside it. */
  text?: RegExp
  reason: string
}

export const bannedTerms: readonly BannedTerm[] = [
  { forms: ['room', 'rooms', 'house', 'houses'], instead: 'module, directory, layer' },
  { forms: ['wall', 'walls', 'walled', 'breach', 'breaches'], instead: 'boundary, violation' },
  { forms: ['door', 'doors'], instead: 'public module, entry point' },
  { forms: ['news'], instead: 'event, notification, unread counts' },
  { forms: ['tells', 'told', 'hears', 'heard'], instead: 'notify, publish, report; listen, subscribe' },
  { forms: ['wish', 'wishes', 'wished'], instead: 'input, command, options' },
  { forms: ['World'], instead: 'Deps, or Pick<Context, …>; in tests: fixture, test site' },
  { forms: ['said'], instead: 'sent, logged, returned, reported' },
  {
    forms: ['refuse', 'refuses', 'refused', 'refusing', 'refusal', 'refusals'],
    instead: 'reject, error, rejection reason',
  },
  { forms: ['frame', 'frames'], instead: 'event (a WebSocket frame may be one)' },
  { forms: ['draw', 'draws', 'drawn', 'drawing', 'drew'], instead: 'render' },
  { forms: ['picture', 'pictures'], instead: 'image, photo, screenshot' },
  { forms: ['look', 'looks'], instead: 'style, variant', within: 'identifiers' },
  { forms: ['walk', 'walks', 'walked', 'walking'], instead: 'scan, visit, traverse' },
  { forms: ['facts'], instead: 'context, state' },
  { forms: ['chance', 'chances'], instead: 'random, rng, probability' },
  { forms: ['guest', 'guests'], instead: 'demo account, visitor' },
  { forms: ['alive'], instead: 'hydrated, running' },
  { forms: ['rail', 'rails'], instead: 'carousel' },
  { forms: ['hurry', 'hurries', 'hurried'], instead: 'reconnectNow, prioritise' },
  { forms: ['bury', 'buries', 'buried'], instead: 'remove, discard' },
  { forms: ['stir', 'stirs', 'stirred'], instead: 'wake, notify' },
  { forms: ['take', 'takes', 'kept', 'hold', 'way'], instead: 'the verb of what happens', within: 'identifiers' },
  { forms: ['come back', 'last words'], instead: 'scheduleReconnect, finalOutput', within: 'identifiers' },
  {
    forms: ['known', 'kept', 'given', 'wanted', 'shown', 'needed', 'chosen', 'found', 'looser', 'loosened'],
    instead: 'the noun: device, cachedPart, input, criteria, visibleFields, selection, match',
    within: 'declarations',
  },
  {
    forms: ['needed of', 'is too', 'end earlier', 'end with', 'use mended', 'use kept', 'go on', 'looser'],
    instead: 'toOfflineUser, exceedsLimit, closeOpenOrders, useClearErrorOnChange, continueTo, relaxed',
    within: 'identifiers',
  },
  { forms: ['anew'], instead: 'again' },
  { forms: ['whoever', 'whomever', 'whom'], instead: 'who: the member, any visitor' },
  { forms: ['somebody', 'nobody'], instead: 'who: a member, no one' },
  { forms: ['she', 'her', 'hers', 'herself', 'he', 'his', 'him', 'himself'], instead: 'they, the member, the sender' },
  { forms: ['folk', 'folks', 'onlooker', 'onlookers'], instead: 'who: members, visitors' },
]

export const exceptions: readonly Exception[] = [
  { form: 'facts', path: /statement-fields(?:\.test)?\.ts$/, reason: 'a field of the transparency database' },
  {
    form: 'nobody',
    path: /os-account\.ts$|isolation\.ts$|operations\.md$|0001-|0021-/,
    reason: 'the operating system’s account of that name',
  },
  {
    form: 'she',
    path: /glossary\.md$|0051-|contract\/landers\/landers\.ts$|landers\/cast\.ts$|lander-theme\.css$/,
    reason: 'the name of a niche',
  },
  {
    form: 'news',
    path: /notification-kinds\.ts$|\/(accounts|notifications)\.(int\.test|e2e)\.ts$|^emails\/|^contract\/emails\.ts$|features\/notifications\/|commands\/(send-)?news\.ts$|^package\.json$|(operations|places|product-rules)\.md$/,
    reason: 'a kind of mail, as the API names it',
  },
  {
    form: 'walk',
    path: /^(contract\/signup\/first-message-ideas|tests\/e2e\/site\/landers\.e2e)\.ts$|ticket-lander\.tsx$/,
    reason: 'an invitation',
  },
  ...['draw', 'draws', 'drawn', 'frame', 'frames'].map((form) => ({
    form,
    path: /^scripts\/scenery\/(make-)?films?\.ts$/,
    reason: 'films have frames, which are drawn on a canvas',
  })),
  {
    form: 'refused',
    path: /(providers\/adyen(-charges|\.int\.test)?|debits\/collection\.int\.test)\.ts$/,
    reason: 'a result of the API of Adyen',
  },
  {
    form: 'walking',
    path: /^(?:contract\/settings\/interests|web\/features\/profiles\/form\/interest-groups)\.ts$/,
    reason: 'an interest',
  },
  { form: 'guests', path: /^server\/demo\/seed\.ts$/, reason: 'a key that existing demo passwords depend on' },
  { form: 'take', text: /executeTake/, reason: 'methods of Kysely' },
  { form: 'frame', text: /AnimationFrame|animation frame/i, reason: 'the browser’s requestAnimationFrame' },
  { form: 'frames', text: /keyframes|animation frames/i, reason: 'animations have frames' },
  { form: 'frame', text: /x-frame-options|frame-(ancestors|src)|frameLocator/i, reason: 'HTTP headers, Playwright' },
  { form: 'frame', text: /\bGIF\b/, reason: 'images have frames' },
  ...['frame', 'frames'].map((form) => ({ form, path: /image-corpus\.ts$/, reason: 'animated images have frames' })),
  { form: 'frame', text: /(web)?socket frame|websocket’s frame/i, reason: 'the WebSocket protocol’s own' },
  { form: 'frames', text: /(web)?socket frames/i, reason: 'the WebSocket protocol’s own' },
  { form: 'alive', text: /keep-?alive/i, reason: 'HTTP and TCP keep-alive' },
  { form: 'hold', text: /holdLock/, reason: 'locks are held' },
  { form: 'draw', text: /\.drawImage\(/, reason: 'the method of the canvas' },
  { form: 'picture', text: /<\/?picture/, reason: 'the HTML element' },
  { form: 'house', text: /house[ _]?number/i, reason: 'a field of an address' },
  { form: 'room', text: /room for/, reason: 'ordinary English for space' },
  { form: 'wall', text: /wall[- ]clock/i, reason: 'the term for the time of day' },
  ...['draw', 'draws', 'drawn', 'drawing'].map((form) => ({
    form,
    path: /^server\/demo\//,
    text: /portrait|backdrop|figure|svg/i,
    reason: 'demo portraits are drawn as SVG',
  })),
  ...['room', 'wall', 'walls', 'picture', 'pictures', 'frame', 'door'].map((form) => ({
    form,
    path: /^server\/demo\/portraits\//,
    reason: 'motifs in the backdrops of demo portraits',
  })),
]

/** Files that are not written in the project's own words. */
export const excludedPaths: readonly RegExp[] = [
  /^locales\//,
  // Texts for visitors, like the catalogues.
  /^server\/features\/pages\/texts\//,
  // Applied migrations are hashed and cannot be edited.
  /^server\/migrations\//,
  /^package-lock\.json$/,
  /^LICENSE$/,
  // Names of places, from an open data set.
  /^server\/features\/settings\/cities\//,
  // What demo members write to each other.
  /^server\/demo\/texts\b/,
  // This list and its test.
  /^scripts\/terms\//,
]
