const STYLE = `<style>
  body { margin: 0; font: 17px Arial, sans-serif; color: #1d1f21; }
  header { background: #2b3a55; color: #fff; padding: 18px 36px; display: flex; gap: 36px; align-items: center; }
  header b { font-size: 20px; } header span:last-child { margin-left: auto; }
  main { padding: 28px 36px; max-width: 700px; }
  h1 { font-size: 26px; } form { display: grid; grid-template-columns: 1fr 1fr; gap: 18px 22px; }
  label { display: block; font-size: 14px; color: #555; } label input { display: block; box-sizing: border-box; width: 100%; margin-top: 6px; padding: 11px 12px; font-size: 16px; border: 1px solid #b7bfcc; background: #f7f9fc; }
  .wide { grid-column: 1 / -1; } .sum { border-top: 2px solid #2b3a55; padding-top: 16px; display: flex; justify-content: space-between; }
  .buttons { display: flex; gap: 12px; justify-content: flex-end; }
  button { font-size: 16px; padding: 12px 20px; border: 1px solid #2b3a55; background: #fff; color: #2b3a55; }
  button.main { background: #2b3a55; color: #fff; }
</style>`

const HEAD = `<header><b>Elsterhof Tax Portal</b><span>VAT returns</span><span>Payments</span><span>Messages</span><span>Signed in as Lindqvist Studio</span></header>`

/** A form with values, a field that looks secret, and a button that submits by script. */
export const RETURN = `<!doctype html><html lang=en><title>Advance VAT return, October 2026</title>${STYLE}${HEAD}<main>
<h1>Advance VAT return, October 2026</h1>
<form method=post action="/2026-10/submit">
  <label>Tax number<input name=tax_number value="143/286/31190"></label>
  <label>Period<input name=period value="2026-10"></label>
  <label>Taxable sales 19 %<input name=sales_19></label>
  <label>Taxable sales 7 %<input name=sales_7 value="1940.00"></label>
  <label>Reverse charge, received<input name=reverse value="0.00"></label>
  <label>Input tax<input name=input_tax></label>
  <label>PIN<input name=pin type=password value="hidden-pin-4711"></label>
  <p class="wide sum"><span>VAT payable</span><b>6,108.25 €</b></p>
  <p class="wide buttons">
    <button type=button onclick="fetch('/2026-10/draft', { method: 'POST', body: 'draft=1' })">Save draft</button>
    <button class=main>Submit return</button>
  </p>
</form></main></html>`

export const LOGIN = `<!doctype html><html lang=en><title>Sign in</title>${STYLE}${HEAD}<main>
<h1>Sign in</h1>
<form method=post action="/session">
  <label class=wide>User<input name=user></label>
  <label class=wide>Password<input name=password type=password></label>
  <p class="wide buttons"><button class=main>Sign in</button></p>
</form></main></html>`

export const SENT = `<!doctype html><html lang=en><title>Received</title>${STYLE}${HEAD}<main><h1>Your return was received</h1><p>Receipt 2026-10-0001</p></main></html>`
