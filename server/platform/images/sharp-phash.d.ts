// The types of the package describe an ES module; it is CommonJS whose exports are the function.
declare module 'sharp-phash' {
  import type { SharpInput, SharpOptions } from 'sharp'

  /** Returns 64 characters, each 0 or 1. */
  function phash(image: SharpInput, options?: SharpOptions): Promise<string>
  export = phash
}
