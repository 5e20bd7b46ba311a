import { useId } from 'react'
import { Intro } from './intro.tsx'
import maps from './maps.json' with { type: 'json' }
import type { LanderView } from './use-lander.ts'
import './map-lander.css'

/** Which of the pins are connected, by their order. */
const pairs = [
  [0, 2],
  [1, 3],
  [4, 5],
] as const

/** The visitor's country, with illustrated people in it and lines between them. */
export function MapLander({ view }: { view: LanderView }) {
  const id = useId()
  const { path, pins } = maps[view.country]
  return (
    <div className="lander-split map">
      <Intro view={view}>
        <p className="map-note">{view.text('one')}</p>
      </Intro>
      <svg aria-hidden viewBox="-24 -24 448 448" className="map-country">
        <defs>
          <linearGradient id={`${id}land`} x1="0" y1="0" x2="1" y2="1">
            <stop offset="0" stopColor="var(--gradient-from)" />
            <stop offset="1" stopColor="var(--gradient-to)" />
          </linearGradient>
          <pattern id={`${id}dots`} width="9" height="9" patternUnits="userSpaceOnUse">
            <circle cx="4.5" cy="4.5" r="2.1" fill={`url(#${id}land)`} />
          </pattern>
          <clipPath id={`${id}face`}>
            <circle r="22" />
          </clipPath>
        </defs>
        <path d={path} className="map-land" />
        <path d={path} fill={`url(#${id}land)`} className="map-tint" />
        <path d={path} fill={`url(#${id}dots)`} className="map-dots" />
        {pairs.map(([from, to]) => {
          const [start, end] = [pins[from], pins[to]]
          return start && end && <path key={from} d={arc(start, end)} pathLength={1} className="map-arc" />
        })}
        {pins.map(([x, y], index) => (
          <g key={index} transform={`translate(${x} ${y})`}>
            <g className="map-pin">
              <circle r="25" className="map-ring" />
              <circle r="25" className="map-edge" />
              <image
                href={view.portrait(index)}
                x="-24"
                y="-32"
                width="48"
                height="64"
                clipPath={`url(#${id}face)`}
                preserveAspectRatio="xMidYMid slice"
              />
            </g>
          </g>
        ))}
      </svg>
    </div>
  )
}

/** A curve between two places, bent to the north. */
function arc([x, y]: readonly number[], [toX, toY]: readonly number[]) {
  const [a, b, c, d] = [x ?? 0, y ?? 0, toX ?? 0, toY ?? 0]
  const bend = Math.hypot(c - a, d - b) * 0.28
  return `M${a} ${b}Q${(a + c) / 2} ${(b + d) / 2 - bend} ${c} ${d}`
}
