import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const rubySource = String.raw`require 'json'
require_relative 'lib/store'

module App
  LIMIT = 3

  # A user.
  class User < Base
    include Comparable
    attr_accessor :name, :age
    has_many :posts, dependent: :destroy
    ROLES = %w[admin guest].freeze

    def initialize(name, age = 1)
      @name = name
      return unless age
      case age
      when 1 then small
      when 2 then big
      end
    rescue ArgumentError => e
      raise if e
    end

    def self.create(*args)
      new(*args)
    end

    class << self
      def find(id); end
    end

    private

    def secret?
      @name ? true : false
    end

    def ==(other); end
    def name=(value); end
  end

  class Admin::Root < User; end
end

Point = Struct.new(:x, :y)

def top_level(a)
  [a].each { |x| puts x while x }
end

RSpec.describe App::User do
  context 'when young' do
    it "is small" do
      expect(1).to eq(1)
    end
  end
end

get '/hello' do
  'hi'
end
`;

test('Ruby: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: rubySource, language: 'ruby' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'module App 4-44 exported',
    'const App.LIMIT 5 exported',
    'class App.User 8-41 exported',
    'field App.User.name 10 exported',
    'field App.User.age 10 exported',
    'field App.User.posts 11 exported',
    'const App.User.ROLES 12 exported',
    'method App.User.initialize 14-23 exported c6',
    'method App.User.create 25-27 exported c1',
    'method App.User.find 30 exported c1',
    'method App.User.secret? 35-37 exported c2',
    'method App.User.== 39 exported c1',
    'method App.User.name= 40 exported c1',
    'class App.<Admin>.Root 43 exported',
    'class Point 46 exported',
    'fn top_level 48-50 exported c2',
    'test App::User 52-58 exported c1',
    'test App::User.when young 53-57 c1',
    'test App::User.when young.is small 54-56 c1',
    'route GET /hello 60-62 exported c1',
    'import 1 json',
    'import 2 ./lib/store',
  ]);
});
