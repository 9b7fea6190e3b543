// The form that asks for a credential. The token leaves the page once, in the header of one request.
import { html, useState } from '../html.js';
import { signIn } from '../api.js';
import { t } from '../strings.js';

export function SignIn({ without, onSignedIn }) {
  const [failure, setFailure] = useState(null);
  const enter = (token) => signIn(token).then(onSignedIn, setFailure);
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements.token;
    enter(field.value.trim());
    field.value = '';
  };
  return html`
    <main class="sign-in">
      <h1>${t.signIn}</h1>
      ${without === 'none' && html`<p class="warning" role="note">▲ ${t.noAuthentication}</p>`}
      ${
        without &&
        html`<p><button type="button" class="main" onClick=${() => enter('')}>
        ${without === 'none' ? t.withNothing : t.withCertificate}
      </button></p>`
      }
      ${
        without !== 'none' &&
        html`
        <form onSubmit=${submit}>
          <label for="token">${t.token}</label>
          <input id="token" name="token" type="password" autocomplete="current-password" required
            spellcheck="false" aria-describedby="token-help" />
          <p id="token-help" class="quiet">${t.tokenHelp}</p>
          <button class=${without ? '' : 'main'}>${t.withToken}</button>
        </form>`
      }
      ${failure && html`<p role="alert">${failure.message}</p>`}
    </main>`;
}
