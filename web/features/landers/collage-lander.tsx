import { Intro } from './intro.tsx'
import { Portrait } from './portrait.tsx'
import type { LanderView } from './use-lander.ts'
import './collage-lander.css'

const pieces = ['one', 'two', 'three', null, null, null] as const

/** Photos on a table, taped and with notes; they move a little with the pointer. */
export function CollageLander({ view }: { view: LanderView }) {
  return (
    <div className="lander-split collage">
      <Intro view={view} />
      <div aria-hidden data-parallax className="collage-table">
        {pieces.map((note, index) => (
          <figure key={index} className="collage-piece">
            <Portrait view={view} index={index} />
            {note && <figcaption>{view.text(note)}</figcaption>}
          </figure>
        ))}
      </div>
    </div>
  )
}
