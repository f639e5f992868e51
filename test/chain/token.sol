// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token of six decimals for the tests: anyone mints, anyone blocks an address, as the issuer of a real one may.
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);

    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public blocked;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setBlocked(address who, bool now_) external {
        blocked[who] = now_;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value);
        return true;
    }

    /// Two payments in one transaction.
    function transferTwice(address to, uint256 first, uint256 second) external {
        move(to, first);
        move(to, second);
    }

    /// Pays in the chain's own coin from inside a contract.
    function forward(address payable to) external payable {
        (bool done, ) = to.call{value: msg.value}("");
        require(done, "not taken");
    }

    function move(address to, uint256 value) private {
        require(!blocked[to], "blocked");
        require(balanceOf[msg.sender] >= value, "too little");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}
