// Asks the server. Answers are JSON; what it refuses becomes an ApiError that carries the server's
// own reason and remedy.

class ApiError extends Error {
  constructor(status, body) {
    super(body.reason || `The server answered ${status}.`);
    this.status = status;
    this.code = body.code || '';
    this.remedy = body.remedy || '';
  }
}

const UNREACHABLE = {
  reason: 'The server did not answer.',
  remedy: 'See whether the program still runs and the console is open.',
};

/** Reads `api/…` with these parameters; empty ones are left out. */
export async function get(path, parameters = {}, signal = undefined) {
  return (await request(withParameters(path, parameters), { signal })).json();
}

/** Reads a text. */
export async function getText(path, signal = undefined) {
  return (await request(path, { signal })).text();
}

/** Asks for an action. */
export async function post(path, body, token) {
  const answer = await request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
  });
  const text = await answer.text();
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    return {};
  }
}

function withParameters(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '' && value !== null && value !== undefined) query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

async function request(url, options) {
  let answer;
  try {
    answer = await fetch(url, { cache: 'no-store', ...options });
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new ApiError(0, UNREACHABLE);
  }
  if (!answer.ok) {
    throw new ApiError(answer.status, await answer.json().catch(() => ({})));
  }
  return answer;
}
