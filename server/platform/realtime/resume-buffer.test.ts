import { describe, expect, test } from 'vitest'
import { MAX_RECENT_BYTES, MAX_RECENT_EVENTS, ResumeBudget, ResumeBuffer } from './resume-buffer.ts'

const event = (seq: number, bytes = 10, sentAt = 0) => ({ seq, sentAt, text: 'x'.repeat(bytes) })
const seqs = (buffer: ResumeBuffer) => buffer.after(0).map(({ seq }) => seq)

describe('the events of one user', () => {
  test('are all there up to the maximum number; one more removes the oldest', () => {
    const buffer = new ResumeBuffer(new ResumeBudget())
    for (let seq = 1; seq <= MAX_RECENT_EVENTS; seq += 1) buffer.add(event(seq))
    expect(buffer.oldest?.seq).toBe(1)
    buffer.add(event(MAX_RECENT_EVENTS + 1))
    expect(buffer.oldest?.seq).toBe(2)
    expect(seqs(buffer)).toHaveLength(MAX_RECENT_EVENTS)
  })

  test('are all there up to the maximum of bytes; one byte more removes the oldest', () => {
    const buffer = new ResumeBuffer(new ResumeBudget())
    buffer.add(event(1, 1))
    buffer.add(event(2, MAX_RECENT_BYTES / 2))
    buffer.add(event(3, MAX_RECENT_BYTES / 2 - 1))
    expect(seqs(buffer)).toEqual([1, 2, 3])
    buffer.add(event(4, 1))
    expect(seqs(buffer)).toEqual([2, 3, 4])
  })

  test('are counted in bytes, not in characters', () => {
    const buffer = new ResumeBuffer(new ResumeBudget())
    buffer.add({ seq: 1, sentAt: 0, text: '€'.repeat(Math.floor(MAX_RECENT_BYTES / 3)) })
    expect(seqs(buffer)).toEqual([1])
    buffer.add({ seq: 2, sentAt: 0, text: '€' })
    expect(seqs(buffer)).toEqual([2])
  })

  test('are forgotten when a single event is larger than the maximum', () => {
    const buffer = new ResumeBuffer(new ResumeBudget())
    buffer.add(event(1))
    buffer.add(event(2, MAX_RECENT_BYTES + 1))
    expect(seqs(buffer)).toEqual([])
    buffer.add(event(3))
    expect(seqs(buffer)).toEqual([3])
  })

  test('sent before an instant are removed', () => {
    const buffer = new ResumeBuffer(new ResumeBudget())
    for (const seq of [1, 2, 3]) buffer.add(event(seq, 10, seq))
    buffer.removeBefore(2)
    expect(seqs(buffer)).toEqual([2, 3])
  })

  test('after a number are those that a client has missed', () => {
    const buffer = new ResumeBuffer(new ResumeBudget())
    for (const seq of [1, 2, 3]) buffer.add(event(seq))
    expect(buffer.after(1).map(({ seq }) => seq)).toEqual([2, 3])
    expect(buffer.after(3)).toEqual([])
  })
})

describe('the events of all users of a node', () => {
  test('fit up to the maximum; one byte more empties the buffer whose latest event is the oldest', () => {
    const budget = new ResumeBudget({ maxBytes: 100 })
    const [ana, ben, cem] = [new ResumeBuffer(budget), new ResumeBuffer(budget), new ResumeBuffer(budget)]
    ana.add(event(1, 30))
    ben.add(event(1, 30))
    ana.add(event(2, 30))
    cem.add(event(1, 10))
    expect([ana, ben, cem].map(seqs)).toEqual([[1, 2], [1], [1]])
    cem.add(event(2, 1))
    expect([ana, ben, cem].map(seqs)).toEqual([[1, 2], [], [1, 2]])
  })

  test('give way one user after the other until the new one fits', () => {
    const budget = new ResumeBudget({ maxBytes: 100 })
    const [ana, ben, cem] = [new ResumeBuffer(budget), new ResumeBuffer(budget), new ResumeBuffer(budget)]
    ana.add(event(1, 40))
    ben.add(event(1, 40))
    cem.add(event(1, 90))
    expect([ana, ben, cem].map(seqs)).toEqual([[], [], [1]])
  })

  test('that were removed in any way count no longer', () => {
    const budget = new ResumeBudget({ maxBytes: 100 })
    const [ana, ben] = [new ResumeBuffer(budget), new ResumeBuffer(budget)]
    for (let round = 1; round <= 50; round += 1) {
      ana.add(event(round, 50, round))
      if (round % 2 === 0) ana.clear()
      else ana.removeBefore(round + 1)
    }
    ana.add(event(51, 50))
    ben.add(event(1, 50))
    expect([ana, ben].map(seqs)).toEqual([[51], [1]])
  })
})
