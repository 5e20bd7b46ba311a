import m12 from './images/m12.webp?url'
import m18 from './images/m18.webp?url'
import m9 from './images/m9.webp?url'
import v10 from './images/v10.webp?url'
import w3 from './images/w3.webp?url'
import w5 from './images/w5.webp?url'
import w8 from './images/w8.webp?url'

/** URLs of the illustrated people of the home page. */
export const people = { m12, m18, m9, v10, w3, w5, w8 }
