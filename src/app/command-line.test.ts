import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readSettings } from '#platform/settings.ts'
import { failure } from '#shared/failure.ts'
import { argumentsOf, type Command, type CommandContext, needed, neededId } from './command.ts'
import { runCommandLine } from './command-line.ts'

const printed: string[] = []
const told: string[] = []

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void told.push(line))
})

afterEach(() => {
  vi.restoreAllMocks()
  printed.length = 0
  told.length = 0
})

const pour: Command = {
  name: 'pour',
  summary: 'Pour a beer.',
  usage: '<glass> --litres <number> [--head]',
  notes: ['Not too fast.'],
  run: async (args) => {
    const { values, words } = argumentsOf(args, { litres: { type: 'string' }, head: { type: 'boolean' } }, ['glass'])
    printed.push(`${neededId('litres', values.litres)} into ${words[0]}`)
  },
}

const failing = (error: unknown): Command => ({ ...pour, name: 'fail', run: () => Promise.reject(error) })

const type = (typed: string[], commands: Command[] = [pour], signal = new AbortController().signal) =>
  runCommandLine(typed, commands, { readSettings: () => readSettings({}, '/'), signal })

describe('help', () => {
  it.each([[[]], [['help']], [['--help']]])('lists every command for %j', async (typed) => {
    expect(await type(typed)).toBe(0)
    expect(printed.join('\n')).toMatch(/ {2}pour {2}Pour a beer\./)
  })

  it.each([[['help', 'pour']], [['pour', '--help']]])('says how one is used for %j', async (typed) => {
    expect(await type(typed)).toBe(0)
    expect(printed.join('\n')).toBe('pour: Pour a beer.\n\nUsage: npm run daybook -- pour <glass> --litres <number> [--head]\n\nNot too fast.')
  })
})

describe('what makes no sense', () => {
  it.each([
    [['puor'], 'There is no command called "puor".'],
    [['help', 'puor'], 'There is no command called "puor".'],
    [['pour'], 'The glass is missing.'],
    [['pour', 'pint', 'schooner'], '"schooner" is one word too many. Put names with spaces in quotes.'],
    [['pour', 'pint'], '--litres is missing.'],
    [['pour', 'pint', '--litres', ''], '--litres is missing.'],
    [['pour', 'pint', '--litres', 'two'], '--litres needs a whole number, not "two".'],
    [['pour', 'pint', '--litres', '99999999999'], '--litres needs a whole number, not "99999999999".'],
    [['pour', 'pint', '--litres'], "Option '--litres <value>' argument missing."],
    [['pour', 'pint', '--size', '2'], "Unknown option '--size'."],
    [['pour', 'pint', '--head=yes'], "Option '--head' does not take an argument."],
  ])('%j is refused in a sentence, with how it is used, and ends with 2', async (typed, sentence) => {
    expect(await type(typed)).toBe(2)
    expect(told[0]).toBe(sentence)
    expect(told[1]).toMatch(typed[0] === 'pour' ? 'Usage: npm run daybook -- pour <glass>' : 'To list the commands: npm run daybook -- help')
    expect(printed).toEqual([])
  })
})

describe('a command', () => {
  it('that succeeds ends with 0', async () => {
    expect(await type(['pour', 'pint', '--litres', '2', '--head'])).toBe(0)
    expect(printed).toEqual(['2 into pint'])
  })

  it.each([
    [new Error('The keg is empty.'), 'The keg is empty.'],
    [failure('PasswordTooShort'), 'Choose a password of 12 characters or more.'],
    [Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', path: '/tmp/x' }), 'There is no /tmp/x.'],
    [Object.assign(new Error(''), { code: 'ECONNREFUSED', address: '127.0.0.1' }), 'The database server does not answer at 127.0.0.1 (ECONNREFUSED).'],
  ])('that fails says why and ends with 1: %s', async (error, sentence) => {
    expect(await type(['fail'], [failing(error)])).toBe(1)
    expect(told).toEqual([sentence])
  })

  it('that is interrupted ends with 130, even if it does not listen', async () => {
    const interrupt = new AbortController()
    const deaf: Command = { ...pour, run: () => new Promise(() => {}) }
    const ended = type(['pour'], [deaf], interrupt.signal)
    interrupt.abort()
    expect(await ended).toBe(130)
  })

  it('hears of wrong settings in a sentence', async () => {
    const asking: Command = { ...pour, run: async (_args, { settings }: CommandContext) => void printed.push(needed('host', settings.host)) }
    expect(await runCommandLine(['pour'], [asking], { readSettings: () => readSettings({ PORT: 'x' }, '/'), signal: new AbortController().signal })).toBe(1)
    expect(told.join()).toMatch(/^PORT must be a whole number/)
  })
})
