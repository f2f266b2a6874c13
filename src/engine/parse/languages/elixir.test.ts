import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const elixirSource = String.raw`defmodule App.User do
  @moduledoc """
  Users.
  """
  use Ecto.Schema
  import Ecto.Query, only: [from: 2]
  alias App.{Repo, Mailer}

  @limit 3
  @type t :: %__MODULE__{}

  defstruct [:name]

  @doc """
  Finds one.
  """
  def find(id, opts \\ []) when is_integer(id) do
    case Repo.get(id) do
      nil -> :error
      user -> {:ok, user}
    end
  end

  def one_liner(a), do: a

  defp secret(a) do
    if a do
      unless a, do: 1
    end
  end

  defmacro build(x) do
    quote do: unquote(x)
  end

  defdelegate size(x), to: Map
end

defprotocol Finder do
  def find(x)
end

defimpl Finder, for: App.User do
  def find(x), do: x
end

describe "users" do
  test "are found" do
    assert true
  end
end
`;

test('Elixir: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: elixirSource, language: 'elixir' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'module App.User 1-37 exported',
    'const App.User.limit 9 exported',
    'type App.User.t 10 exported',
    'fn App.User.find 17-22 exported c3',
    'fn App.User.one_liner 24 exported c1',
    'fn App.User.secret 26-30 c2',
    'macro App.User.build 32-34 exported',
    'fn App.User.size 36 exported c1',
    'interface Finder 39-41 exported',
    'method Finder.find 40 exported c1',
    'fn App.User.find 44 exported c1',
    'test users 47-51 exported c1',
    'test users.are found 48-50 c1',
    'import 5 Ecto.Schema',
    'import 6 Ecto.Query',
    'import 7 App: Repo Mailer',
  ]);
});
