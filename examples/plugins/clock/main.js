/** A clock: one tool that reads, one with an effect, and a pane that Countersign draws. */

let alarm = null

function now() {
  const date = new Date()
  return {
    date: date.toDateString(),
    time: date.toTimeString().slice(0, 5),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

function draw() {
  const { date, time, zone } = now()
  countersign.view([
    { kind: 'text', text: time, look: 'heading' },
    {
      kind: 'fields',
      fields: [
        { name: 'Date', value: date },
        { name: 'Time zone', value: zone },
        { name: 'Alarm', value: alarm === null ? 'none' : `${alarm.time} ${alarm.note ?? ''}`.trim() },
      ],
    },
    ...(alarm === null ? [] : [{ kind: 'buttons', buttons: [{ id: 'clear', label: 'Clear the alarm' }] }]),
  ])
  countersign.context(`It is ${time} on ${date}.`)
}

countersign.tool('clock.now', () => {
  const { date, time, zone } = now()
  return `${date}, ${time}, ${zone}`
})

countersign.tool('clock.alarm', async ({ time, note }) => {
  alarm = { time, note }
  await countersign.storage.set('alarm', JSON.stringify(alarm))
  draw()
  return `The alarm is set for ${time}.`
})

countersign.onPress(async (button) => {
  if (button !== 'clear') return
  alarm = null
  await countersign.storage.remove('alarm')
  draw()
})

countersign.storage.get('alarm').then((kept) => {
  alarm = kept === null ? null : JSON.parse(kept)
  draw()
})
setInterval(draw, 10_000)
