import { useSay } from '#ui/language.tsx'
import { measureWords } from './measures.messages.ts'
import { metricAbouts } from './metric-abouts.messages.ts'

/** What a metric means, and where its number is from. */
const About = ({ metric }: { metric: string }) => {
  const say = useSay(measureWords)
  const sayAbout = useSay(metricAbouts)
  return (
    <>
      <p>{sayAbout(metric as Parameters<typeof sayAbout>[0])}</p>
      <p className="note">{say('asIn')}</p>
    </>
  )
}

export default About
