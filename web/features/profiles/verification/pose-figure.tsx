import type { PoseName } from '#contract/profiles/verification.ts'
import { cx } from '#web/ui/cx.ts'

interface Shape {
  /** From the shoulder to the hand. */
  arm: string
  /** Centre of the palm or the fist. */
  palm: readonly [x: number, y: number]
  /** A line for each finger. */
  fingers: readonly string[]
}

/** In a square of 160: the head is around 80, 66. */
const shapes = {
  thumb_up: { arm: 'M132 156 128 104', palm: [127, 88], fingers: ['M121 84 119 62'] },
  peace_sign: { arm: 'M134 156 130 112', palm: [130, 96], fingers: ['M125 92 114 58', 'M134 92 142 56'] },
  open_hand: {
    arm: 'M136 156 132 112',
    palm: [131, 94],
    fingers: ['M124 92 110 78', 'M127 86 120 58', 'M131 84 130 52', 'M136 86 140 56', 'M139 92 149 68'],
  },
  fist_on_chin: { arm: 'M122 156 92 120', palm: [83, 110], fingers: [] },
  hand_on_head: {
    arm: 'M138 156 140 78 116 36',
    palm: [104, 30],
    fingers: ['M100 30 66 26', 'M100 34 64 33', 'M104 24 84 20'],
  },
  hand_on_cheek: {
    arm: 'M138 156 122 108',
    palm: [115, 92],
    fingers: ['M112 90 104 58', 'M117 88 113 56', 'M108 92 98 72'],
  },
  touch_ear: { arm: 'M142 156 142 112', palm: [138, 98], fingers: ['M133 92 119 70'] },
  cover_eye: {
    arm: 'M138 156 126 92',
    palm: [114, 72],
    fingers: ['M110 68 82 54', 'M110 72 80 62', 'M112 76 82 70'],
  },
} satisfies Record<PoseName, Shape>

/** Shows the pose of a selfie, as a mirror does. The text beside it says the same. */
export function PoseFigure({ pose, className = 'size-48' }: { pose: PoseName; className?: string }) {
  const { arm, palm, fingers }: Shape = shapes[pose]
  return (
    <svg aria-hidden viewBox="0 0 160 160" className={cx('rounded-full bg-accent-soft text-text-muted', className)}>
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" strokeWidth="4">
        <circle cx="80" cy="66" r="36" className="fill-surface-raised" />
        <path d="M20 170c2-38 26-54 60-54s58 16 60 54" className="fill-surface-raised" />
        <path d="M68 60v3M92 60v3M69 80q11 9 22 0" />
      </g>
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" className="text-accent">
        <path d={arm} strokeWidth="12" />
        <circle cx={palm[0]} cy={palm[1]} r="12" fill="currentColor" stroke="none" />
        {fingers.map((finger) => (
          <path key={finger} d={finger} strokeWidth="8" />
        ))}
      </g>
    </svg>
  )
}
