import { motion, useReducedMotion } from 'motion/react'
import { useState } from 'react'

const PIECES = 36
const colours = ['bg-on-accent', 'bg-secondary-soft', 'bg-accent-soft', 'bg-online', 'bg-warning']

/** A handful of paper, thrown once; none for those who asked for less motion. */
export function Confetti() {
  const isStill = useReducedMotion()
  const [pieces] = useState(() => Array.from({ length: PIECES }, throwPiece))
  if (isStill) return null
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden">
      {pieces.map((piece, index) => (
        <motion.span
          key={piece.id}
          className={`absolute start-1/2 top-1/3 h-3 w-2 rounded-sm ${colours[index % colours.length]}`}
          initial={{ x: 0, y: 0, opacity: 1, rotate: 0 }}
          animate={{ x: piece.x, y: [0, piece.up, piece.down], opacity: [1, 1, 0], rotate: piece.turn }}
          transition={{ duration: piece.seconds, ease: 'easeOut', delay: 0.3 }}
        />
      ))}
    </div>
  )
}

function throwPiece(_: unknown, id: number) {
  const random = (from: number, to: number) => from + Math.random() * (to - from)
  return {
    id,
    x: random(-220, 220),
    up: random(-160, -40),
    down: random(160, 420),
    turn: random(-540, 540),
    seconds: random(1.6, 2.8),
  }
}
