import { Intro } from './intro.tsx'
import { Portrait } from './portrait.tsx'
import type { LanderView } from './use-lander.ts'
import './night-lander.css'

/** Buildings of the skyline: left edge, width and height; windows are 2 by 3 with a gap of 2. */
const buildings = [
  [0, 21, 58],
  [21, 17, 40],
  [38, 23, 72],
  [61, 15, 34],
  [76, 21, 52],
  [97, 27, 30],
  [124, 19, 46],
  [143, 23, 66],
  [166, 15, 38],
  [181, 19, 54],
] as const
const WIDTH = 200
const HEIGHT = 90

/** A town at night: windows go on and off, and in two of them someone is awake. */
export function NightLander({ view }: { view: LanderView }) {
  return (
    <div className="night">
      <div aria-hidden className="night-sky">
        {Array.from({ length: 14 }, (_, index) => (
          <i key={index} style={{ left: `${(index * 37) % 100}%`, top: `${(index * 23) % 62}%` }} />
        ))}
        <span className="night-moon" />
      </div>
      <Intro view={view} />
      <div aria-hidden className="night-town">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMax slice" className="night-skyline">
          {buildings.map(([x, width, height], building) => (
            <g key={x}>
              <rect x={x} y={HEIGHT - height} width={width} height={height} className="night-building" />
              {windowsOf(width, height).map(([column, row]) => (
                <rect
                  key={`${column} ${row}`}
                  x={x + 3 + column * 4}
                  y={HEIGHT - height + 4 + row * 6}
                  width="2"
                  height="3"
                  className={`night-window night-window-${(building * 5 + column * 3 + row * 7) % 9}`}
                />
              ))}
            </g>
          ))}
        </svg>
        <div className="night-home night-home-left">
          <Portrait view={view} index={0} />
          <p>{view.text('one')}</p>
        </div>
        <div className="night-home night-home-right">
          <Portrait view={view} index={1} />
          <p>{view.text('two')}</p>
        </div>
        <svg viewBox="0 0 100 30" preserveAspectRatio="none" className="night-line">
          <path d="M2 28C25 2 75 2 98 28" />
        </svg>
      </div>
    </div>
  )
}

function windowsOf(width: number, height: number) {
  const [columns, rows] = [Math.floor((width - 4) / 4), Math.floor((height - 6) / 6)]
  return Array.from({ length: columns * rows }, (_, index) => [index % columns, Math.floor(index / columns)] as const)
}
