/** Stands for the widget of any account: a pane that tells its connection, two tools that read, and one that has an effect. */

const rooms = [
  { name: 'Kitchen', people: 3 },
  { name: 'Garden', people: 1 },
  { name: 'Workshop', people: 5 },
]
let connected = 'Kitchen'

function status() {
  return connected === null ? 'Not connected.' : `Connected to ${connected}.`
}

function draw() {
  countersign.view([
    { kind: 'fields', fields: [{ name: 'Connection', value: status() }] },
    {
      kind: 'table',
      caption: 'Rooms',
      columns: ['Room', 'People'],
      rows: rooms.map(({ name, people }) => [name, String(people)]),
    },
    {
      kind: 'chart',
      label: 'People in each room',
      points: rooms.map(({ name, people }) => ({ label: name, value: people })),
    },
    { kind: 'buttons', buttons: [{ id: 'refresh', label: 'Refresh' }] },
  ])
  countersign.context(status(), rooms.map(({ name, people }) => `${name}: ${people}`).join('\n'))
}

countersign.tool('rooms.status', () => status())
countersign.tool('rooms.list', () => rooms.map(({ name, people }) => `${name}: ${people}`).join('\n'))
countersign.tool('rooms.disconnect', ({ room }) => {
  if (room !== connected) throw new Error(`the account is not in ${room}`)
  connected = null
  draw()
  return `Disconnected from ${room}.`
})

/** Asks its service, at the gate: a person reads the address before anything is sent. */
countersign.onPress(async () => {
  try {
    const kept = JSON.parse(await countersign.fetch('https://rooms.example.com/rooms.json'))
    rooms.splice(0, rooms.length, ...kept)
  } catch {
    // The rooms stay as they were.
  }
  draw()
})

draw()
