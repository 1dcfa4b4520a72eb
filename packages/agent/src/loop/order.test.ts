import { expect, test } from 'vitest'
import { Order } from './order.ts'

test('calls are written down in their order, whenever they are ready', async () => {
  const order = new Order()
  const written: number[] = []
  const write = async (place: number) => {
    await order.before(place)
    written.push(place)
    order.leave(place)
  }
  await Promise.all([write(2), write(1), write(3), write(0)])
  expect(written).toEqual([0, 1, 2, 3])
})

test('a call that left its place and waits for those before it all the same is not forgotten', async () => {
  const order = new Order()
  order.leave(1)
  const waiting = order.before(1)
  order.leave(0)
  await waiting
})
