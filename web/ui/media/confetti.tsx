import { useState, type CSSProperties } from 'react'

const PIECE_COUNT = 36

/** By the ground that it flies over. */
const colours = {
  signature: ['bg-on-accent', 'bg-secondary-soft', 'bg-accent-soft', 'bg-online', 'bg-warning'],
  surface: ['bg-accent', 'bg-secondary', 'bg-accent-quiet-strong', 'bg-online', 'bg-warning'],
}

type PieceStyle = CSSProperties & Record<`--confetti-${string}`, string>

/** Throws paper once over the element around it; hidden for those who prefer reduced motion. */
export function Confetti({ ground }: { ground: keyof typeof colours }) {
  const [pieces] = useState(() => Array.from({ length: PIECE_COUNT }, (_, id) => ({ id, style: randomPiece() })))
  const tones = colours[ground]
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden motion-reduce:hidden">
      {pieces.map(({ id, style }) => (
        <span
          key={id}
          style={style}
          className={`absolute start-1/2 top-1/3 h-3 w-2 animate-confetti rounded-sm ${tones[id % tones.length]}`}
        />
      ))}
    </div>
  )
}

/** Duration and variables of the animation `confetti` in theme.css. */
function randomPiece(): PieceStyle {
  const random = (from: number, to: number) => from + Math.random() * (to - from)
  return {
    '--confetti-x': `${random(-220, 220)}px`,
    '--confetti-up': `${random(-160, -40)}px`,
    '--confetti-down': `${random(160, 420)}px`,
    '--confetti-turn': `${random(-540, 540)}deg`,
    animationDuration: `${random(1.6, 2.8)}s`,
  }
}
