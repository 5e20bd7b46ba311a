import { useOpenWithPhoto } from '#web/api/open-with-photo.ts'

/** Returns the handler of a link from a profile to the conversation: the first photo moves there. */
export function useOpenChat(page: string) {
  return useOpenWithPhoto(page, heroPhoto)
}

/** The first photo, unless the page has been scrolled beyond it. */
function heroPhoto() {
  const photo = document.querySelector('.hero-photo')
  return photo && photo.getBoundingClientRect().bottom > 0 ? photo : null
}
