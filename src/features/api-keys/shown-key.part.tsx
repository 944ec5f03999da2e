import { useSay } from '#ui/language.tsx'
import { ShownOnce } from '#ui/shown-once.tsx'
import { apiKeyWords } from './api-keys.messages.ts'

/** A key that was just made. */
export interface MadeKey {
  name: string
  key: string
}

/** The only sight of a key, which can be saved as a file. */
export const ShownKey = ({ made: { name, key }, onClose }: { made: MadeKey; onClose: () => void }) => {
  const say = useSay(apiKeyWords)
  return (
    <ShownOnce title={say('shownTitle', { name })} about={say('shownOnce')} label={say('key')} secret={key} kept={say('kept')} onClose={onClose}>
      <button type="button" className="btn" onClick={() => download(name, key)}>
        {say('download')}
      </button>
    </ShownOnce>
  )
}

const download = (name: string, key: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${key}\n`], { type: 'text/plain' }))
  link.download = `${name.replace(/[^\p{L}\p{N} -]+/gu, '').trim() || 'api'}.key`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
