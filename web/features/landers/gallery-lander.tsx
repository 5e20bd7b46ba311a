import { Intro } from './intro.tsx'
import { Portrait } from './portrait.tsx'
import type { LanderView } from './use-lander.ts'
import './gallery-lander.css'

const COLUMNS = 6
const FACES = 4

/** Columns of faces that drift up and down, and the invitation in front of it. */
export function GalleryLander({ view }: { view: LanderView }) {
  return (
    <div className="gallery">
      <div aria-hidden className="gallery-faces">
        {Array.from({ length: COLUMNS }, (_, column) => (
          <div key={column} className="gallery-column">
            {/* Twice the same, so that the end of the movement is its beginning. */}
            {Array.from({ length: FACES * 2 }, (__, row) => (
              <Portrait key={row} view={view} index={faceAt(column, row % FACES)} />
            ))}
          </div>
        ))}
      </div>
      <div className="gallery-card">
        <Intro view={view} />
      </div>
    </div>
  )
}

/** Three columns show all faces; the others show them again, shifted, so that no face is beside itself. */
function faceAt(column: number, row: number) {
  return column * FACES + row + (column >= COLUMNS / 2 ? 2 : 0)
}
