import { expect, it } from 'vitest'
import { EventReader } from './event-lines.ts'

it('reads events however they are cut into pieces, and takes nothing else for one', () => {
  const written = 'retry: 2000\n\n:\n\nid: a\ndata: {"n":1}\n\n:\n\nid: b\ndata: {"text":"data: x"}\n\n'
  for (const size of [1, 2, 7, 1000]) {
    const reader = new EventReader()
    const heard = []
    for (let at = 0; at < written.length; at += size) heard.push(...reader.read(written.slice(at, at + size)))
    expect(heard).toEqual([
      { id: 'a', data: { n: 1 } },
      { id: 'b', data: { text: 'data: x' } },
    ])
  }
})
