import Heart from 'lucide-react/icons/heart'
import { Intro } from './intro.tsx'
import { Portrait } from './portrait.tsx'
import type { LanderView } from './use-lander.ts'
import './network-lander.css'

/** Positions in percent of the stage, the first one being the visitor. */
const nodes = [
  [50, 50],
  [20, 20],
  [79, 16],
  [87, 62],
  [62, 88],
  [16, 76],
  [50, 9],
  [10, 46],
] as const
const lines = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [0, 5],
  [1, 6],
  [2, 6],
  [2, 3],
  [4, 5],
  [5, 7],
  [1, 7],
] as const

/** A circle of people that grows from one hello: their connections, and what they write. */
export function NetworkLander({ view }: { view: LanderView }) {
  return (
    <div className="lander-split network">
      <Intro view={view} />
      <div aria-hidden className="network-stage">
        <svg viewBox="0 0 100 100">
          {lines.map(([from, to]) => (
            <path
              key={`${from}${to}`}
              d={`M${nodes[from].join(' ')}L${nodes[to].join(' ')}`}
              pathLength={1}
              className={from === 0 ? 'network-own' : undefined}
            />
          ))}
        </svg>
        {nodes.map(([x, y], index) => (
          <div key={index} className="network-node" style={{ left: `${x}%`, top: `${y}%` }}>
            {index === 0 ? (
              <span className="network-you">
                <Heart />
                {view.text('one')}
              </span>
            ) : (
              <Portrait view={view} index={index - 1} />
            )}
          </div>
        ))}
        <p className="network-bubble network-bubble-1">{view.text('two')}</p>
        <p className="network-bubble network-bubble-2">{view.text('three')}</p>
        <p className="network-bubble network-bubble-3">{view.text('four')}</p>
      </div>
    </div>
  )
}
