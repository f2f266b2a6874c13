/** Lines that open, close, define, comment and break things in many languages at once. */
export const SOURCE_LINES: readonly string[] = `

  
}
{
end
)
"""
/*
*/
// comment
# comment
-- comment
@decorator(
"
class A {
class V { m() { return 1; } } function W() {
} class X { n() {
class B:
class C
module M
def f(x)
  def g(x):
function h() {
fn i() {
func j() {
  public void k() {
export const l = () => {
interface N {
struct O {
enum P { A, B }
type Q = 1;
impl A for B {
namespace x {
describe("y", () => {
if (a) {
for x in y:
return 1;
import a from "b";
#define MAX 3
const s = \`
int main(void) {
local function z()
=begin
=end
case 1:
x = 1, 2
\t\treturn x
const long = "${'word '.repeat(60)}";
  value${'1'.repeat(80)}(argument, argument, argument, argument);`.split('\n');
